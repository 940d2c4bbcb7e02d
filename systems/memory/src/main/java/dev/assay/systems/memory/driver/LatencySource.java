package dev.assay.systems.memory.driver;

import dev.assay.model.arrival.SplitMix;
import dev.assay.systems.memory.LatencyLaw;

/**
 * The latency law of the in-memory system: when a message that is sent now will be acknowledged.
 *
 * @param meanNanos mean of the law
 * @param stallAtNanos from when on nothing completes, counted from the first message
 * @param stallNanos how long; 0 for never
 * @param drift where the mean goes
 * @param capacityPerSecond how many messages are taken in a second, one after the other; 0 for any number
 */
record LatencySource(
        LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos, Drift drift, long capacityPerSecond) {
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

    /** A law of a system that takes any number of messages. */
    LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos, Drift drift) {
        this(law, meanNanos, stallAtNanos, stallNanos, drift, 0);
    }

    /** A law whose mean stays where it is. */
    LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos) {
        this(law, meanNanos, stallAtNanos, stallNanos, Drift.NONE, 0);
    }

    /** The time that one message takes where only so many are taken in a second, in nanoseconds; 0 where any number is. */
    double serviceNanos() {
        return capacityPerSecond == 0 ? 0 : 1e9 / capacityPerSecond;
    }

    /** Whether messages complete within the send call. */
    boolean immediate() {
        return law == LatencyLaw.NONE && stallNanos == 0 && capacityPerSecond == 0;
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
        double fraction = Math.clamp((double) sentNanos / drift.forNanos(), 0, 1);
        return meanNanos + Math.round(fraction * (drift.toNanos() - meanNanos));
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
