package dev.assay.systems.memory.driver;

import dev.assay.model.arrival.SplitMix;
import dev.assay.systems.memory.LatencyLaw;

/**
 * Computes when a message is acknowledged, by the in-memory system's latency law.
 *
 * @param meanNanos mean of the law
 * @param stallAtNanos beginning of the stall in which nothing completes, counted from the first message
 * @param stallNanos duration of the stall; 0 for none
 * @param drift moves the mean linearly
 * @param decay lets the mean decay to its final value, with noise
 * @param capacityPerSecond messages served per second, one after the other; 0 for no limit
 */
record LatencySource(
        LatencyLaw law,
        long meanNanos,
        long stallAtNanos,
        long stallNanos,
        Drift drift,
        Decay decay,
        long capacityPerSecond) {
    private static final long SEED = 0x5EED;

    /**
     * Moves the mean at a constant speed from the law's to another one, where it stays.
     *
     * @param toNanos the mean in the end
     * @param forNanos duration, counted from the first message; 0 for a constant mean
     */
    record Drift(long toNanos, long forNanos) {
        static final Drift NONE = new Drift(0, 0);
    }

    /**
     * Multiplies the mean by {@code 1 + (from - 1) exp(-t / for)}, and by noise that changes every second.
     *
     * @param from the multiple at the first message
     * @param forNanos time constant; 0 for a mean that does not decay
     * @param noisePercent standard deviation of the mean's logarithm
     */
    record Decay(long from, long forNanos, long noisePercent) {
        static final Decay NONE = new Decay(1, 0, 0);

        private static final long NOISE_SEED = 0xDECA;
        private static final long SECOND = 1_000_000_000;

        /** The correlation of neighbouring seconds. */
        private static final double CORRELATION = 0.3;

        /** The number of seconds whose noise is summed for one of them. */
        private static final int SECONDS_BACK = 4;

        double factor(long sentNanos) {
            double factor = forNanos == 0 ? 1 : 1 + (from - 1) * Math.exp(-(double) sentNanos / forNanos);
            return noisePercent == 0 ? factor : factor * Math.exp(noisePercent / 100.0 * noise(sentNanos / SECOND));
        }

        private static double noise(long second) {
            double noise = 0;
            for (int back = 0; back < SECONDS_BACK; back++) {
                noise += Math.pow(CORRELATION, back) * normal(second + SECONDS_BACK - back);
            }
            return noise * Math.sqrt(1 - CORRELATION * CORRELATION);
        }

        /** Returns a normal deviate, after G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", 1958. */
        private static double normal(long index) {
            double radius = Math.sqrt(-2 * Math.log(SplitMix.uniform(NOISE_SEED, 2 * index)));
            return radius * Math.cos(2 * Math.PI * SplitMix.uniform(NOISE_SEED, 2 * index + 1));
        }
    }

    LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos, Drift drift) {
        this(law, meanNanos, stallAtNanos, stallNanos, drift, Decay.NONE, 0);
    }

    LatencySource(LatencyLaw law, long meanNanos, long stallAtNanos, long stallNanos) {
        this(law, meanNanos, stallAtNanos, stallNanos, Drift.NONE, Decay.NONE, 0);
    }

    /** Returns the time that one message takes at the limited capacity, in nanoseconds; 0 without a limit. */
    double serviceNanos() {
        return capacityPerSecond == 0 ? 0 : 1e9 / capacityPerSecond;
    }

    /** Returns whether messages complete within the send call. */
    boolean immediate() {
        return law == LatencyLaw.NONE && stallNanos == 0 && capacityPerSecond == 0;
    }

    /** Returns the completion of the index-th message in nanoseconds; it and {@code sentNanos} count from the first message. */
    long completionNanos(long index, long sentNanos) {
        long completion = sentNanos + latencyNanos(index, meanNanos(sentNanos));
        boolean stalled = completion >= stallAtNanos && completion < stallAtNanos + stallNanos;
        return stalled ? stallAtNanos + stallNanos : completion;
    }

    private long meanNanos(long sentNanos) {
        double mean = meanNanos;
        if (drift.forNanos() > 0) {
            double fraction = Math.clamp((double) sentNanos / drift.forNanos(), 0, 1);
            mean += fraction * (drift.toNanos() - meanNanos);
        }
        return Math.round(mean * decay.factor(sentNanos));
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
