package dev.assay.driver.memory;

import dev.assay.core.arrival.SplitMix;

/**
 * The latency law of the in-memory system: when a message that is sent now will be acknowledged.
 *
 * @param meanNanos mean of the law
 * @param stallAtNanos from when on nothing completes, counted from the first message
 * @param stallNanos how long; 0 for never
 * @param drift where the mean goes
 */
record LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos, Drift drift) {
    private static final long SEED = 0x5EED;

    /**
     * The mean moves from the law's to another one at a constant speed, and stays there.
     *
     * @param toNanos the mean in the end
     * @param forNanos how long that takes, counted from the first message; 0 for a mean that stays where it is
     */
    record Drift(long toNanos, long forNanos) {
        static final Drift NONE = new Drift(0, 0);
    }

    /** A law whose mean stays where it is. */
    LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos) {
        this(law, meanNanos, stallAtNanos, stallNanos, Drift.NONE);
    }

    /** Whether messages complete within the send call. */
    boolean immediate() {
        return law == LatencyLaw.NONE && stallNanos == 0;
    }

    /** Completion time of the index-th message, sent at that time; both counted from the first message. */
    long completionNanos(long index, long sentNanos) {
        long completion = sentNanos + latencyNanos(index, meanNanos(sentNanos));
        boolean stalled = completion >= stallAtNanos && completion < stallAtNanos + stallNanos;
        return stalled ? stallAtNanos + stallNanos : completion;
    }

    private long meanNanos(long sentNanos) {
        if (drift.forNanos() == 0) {
            return meanNanos;
        }
        double share = Math.clamp((double) sentNanos / drift.forNanos(), 0, 1);
        return meanNanos + Math.round(share * (drift.toNanos() - meanNanos));
    }

    private long latencyNanos(long index, long mean) {
        return switch (law) {
            case NONE -> 0;
            case CONSTANT -> mean;
            case UNIFORM -> (long) (2 * mean * SplitMix.uniform(SEED, index));
            case EXPONENTIAL -> (long) (-Math.log(SplitMix.uniform(SEED, index)) * mean);
        };
    }
}
