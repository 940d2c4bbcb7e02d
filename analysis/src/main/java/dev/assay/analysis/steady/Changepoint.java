package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * Where figures most likely changed their level at once (A. N. Pettitt, "A non-parametric approach to the change-point problem",
 * Applied Statistics 28, 1979).
 *
 * @param at how many figures lie before it
 * @param probability of as clear a change where there is none; about, from 0 to 1
 * @param before median of the figures before it
 * @param after median of those after it
 */
record Changepoint(int at, double probability, double before, double after) {
    /** The likeliest in at least two figures. */
    static Changepoint of(double[] figures) {
        int n = figures.length;
        if (n < 2) {
            throw new IllegalArgumentException("a change takes at least two figures, but there are " + n);
        }
        long u = 0;
        long most = -1;
        int at = 1;
        for (int i = 0; i < n - 1; i++) {
            for (double other : figures) {
                u += (long) Math.signum(other - figures[i]);
            }
            if (Math.abs(u) > most) {
                most = Math.abs(u);
                at = i + 1;
            }
        }
        double k = most;
        double cubes = (double) n * n * n + (double) n * n;
        return new Changepoint(
                at,
                Math.min(1, 2 * Math.exp(-6 * k * k / cubes)),
                Medians.of(Arrays.copyOf(figures, at)),
                Medians.of(Arrays.copyOfRange(figures, at, n)));
    }
}
