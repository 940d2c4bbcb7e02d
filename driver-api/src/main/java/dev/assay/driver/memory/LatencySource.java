package dev.assay.driver.memory;

import dev.assay.core.arrival.SplitMix;

/**
 * The latency law of the in-memory system: when a message that is sent now will be acknowledged.
 *
 * @param meanNanos mean of the law
 * @param stallAtNanos from when on nothing completes, counted from the first message
 * @param stallNanos how long; 0 for never
 */
record LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos) {
    private static final long SEED = 0x5EED;

    /** Whether messages complete within the send call. */
    boolean immediate() {
        return law == LatencyLaw.NONE && stallNanos == 0;
    }

    /** Completion time of the index-th message, sent at that time; both counted from the first message. */
    long completionNanos(long index, long sentNanos) {
        long completion = sentNanos + latencyNanos(index);
        boolean stalled = completion >= stallAtNanos && completion < stallAtNanos + stallNanos;
        return stalled ? stallAtNanos + stallNanos : completion;
    }

    private long latencyNanos(long index) {
        return switch (law) {
            case NONE -> 0;
            case CONSTANT -> meanNanos;
            case UNIFORM -> (long) (2 * meanNanos * SplitMix.uniform(SEED, index));
            case EXPONENTIAL -> (long) (-Math.log(SplitMix.uniform(SEED, index)) * meanNanos);
        };
    }
}
