package dev.assay.analysis.steady;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** Generates series that resemble seconds of trials: a known level in each, and log-normal noise whose neighbours correlate. */
record Noise(double scatter, double correlation) {
    static final Noise NONE = new Noise(0, 0);

    /** Returns values of so many seconds. */
    double[] on(long seed, int seconds, DoubleUnaryOperator level) {
        // For successive seeds, java.util.Random returns similar first values.
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[seconds];
        double state = random.nextGaussian();
        for (int i = 0; i < seconds; i++) {
            values[i] = level.applyAsDouble(i + 0.5) * Math.exp(scatter * state);
            state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return values;
    }
}
