package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * Where values most likely changed their level at once (A. N. Pettitt, "A non-parametric approach to the change-point problem",
 * Applied Statistics 28, 1979).
 *
 * @param at how many values lie before it
 * @param probability of as clear a change where there is none; about, from 0 to 1
 * @param before median of the values before it
 * @param after median of those after it
 */
record Changepoint(int at, double probability, double before, double after) {
    /** The likeliest in at least two values. */
    static Changepoint of(double[] values) {
        int n = values.length;
        if (n < 2) {
            throw new IllegalArgumentException("a change takes at least two values, but there are " + n);
        }
        long u = 0;
        long max = -1;
        int at = 1;
        for (int i = 0; i < n - 1; i++) {
            for (double other : values) {
                u += (long) Math.signum(other - values[i]);
            }
            if (Math.abs(u) > max) {
                max = Math.abs(u);
                at = i + 1;
            }
        }
        double k = max;
        double cubes = (double) n * n * n + (double) n * n;
        return new Changepoint(
                at,
                Math.min(1, 2 * Math.exp(-6 * k * k / cubes)),
                Medians.of(Arrays.copyOf(values, at)),
                Medians.of(Arrays.copyOfRange(values, at, n)));
    }
}
