package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * Tests whether values at equal distances rise, regardless of outliers.
 *
 * @param slope median of the slopes of all pairs, per step (P. K. Sen, "Estimates of the regression coefficient based on Kendall's
 *     tau", Journal of the American Statistical Association 63, 1968)
 * @param z Mann and Kendall's statistic with correction for ties, standard normal where there is no trend (M. G. Kendall, "Rank
 *     Correlation Methods", 1975)
 */
public record MannKendall(double slope, double z) {
    public static final MannKendall NONE = new MannKendall(0, 0);

    /**
     * Collects values in order. Of a long series every second one, every fourth one and so on is kept: all pairs of a thousand are
     * compared in milliseconds.
     */
    public static final class Series {
        private static final int MAX = 1000;

        private static final double OUTSTANDING_Z = 4;

        private final double[] kept = new double[MAX];
        private int size;
        private int step = 1;
        private long count;

        public void add(double value) {
            if (count++ % step != 0) {
                return;
            }
            if (size == MAX) {
                for (int i = 0; i < MAX / 2; i++) {
                    kept[i] = kept[2 * i];
                }
                size = MAX / 2;
                step *= 2;
            }
            kept[size++] = value;
        }

        public long count() {
            return count;
        }

        /** Returns how many added values each kept one stands for. */
        public int step() {
            return step;
        }

        public double[] kept() {
            return Arrays.copyOf(kept, size);
        }

        /**
         * Tells whether first, middle and last third have the same mean.
         *
         * @param fraction of the highest that they may differ by
         * @param random whether values count random events, as of a Poisson process, whose variance is their mean: then thirds differ only
         *     where chance makes as large a difference less than once in ten thousand times
         */
        public boolean thirdsAlike(double fraction, boolean random) {
            if (size < 3) {
                return true;
            }
            double low = Double.POSITIVE_INFINITY;
            double high = 0;
            for (int third = 0; third < 3; third++) {
                double mean = Arrays.stream(kept, third * size / 3, (third + 1) * size / 3)
                        .average()
                        .orElseThrow();
                low = Math.min(low, mean);
                high = Math.max(high, mean);
            }
            double chance = random ? OUTSTANDING_Z * Math.sqrt(2 * high * 3 / size) : 0;
            return high - low <= Math.max(fraction * high, chance);
        }

        /** Returns the trend of the kept values, per added value. */
        public MannKendall trend() {
            return of(Arrays.copyOf(kept, size), step);
        }
    }

    /** Computes the trend of values that are so many steps apart, from all pairs. */
    public static MannKendall of(double[] kept, int step) {
        int n = kept.length;
        if (n < 2) {
            return NONE;
        }
        double[] slopes = new double[n * (n - 1) / 2];
        long s = 0;
        int pair = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                s += (long) Math.signum(kept[j] - kept[i]);
                slopes[pair++] = (kept[j] - kept[i]) / (j - i);
            }
        }
        return new MannKendall(Medians.ofScratch(slopes) / step, z(s, kept));
    }

    /** Follows Kendall 1975: var S = (n(n−1)(2n+5) − Σ t(t−1)(2t+5)) / 18 over groups of t ties; z with continuity correction. */
    private static double z(long s, double[] values) {
        double variance = (term(values.length) - ties(values)) / 18;
        return variance <= 0 ? 0 : (s - Long.signum(s)) / Math.sqrt(variance);
    }

    private static double ties(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (int start = 0, end; start < sorted.length; start = end) {
            end = start + 1;
            while (end < sorted.length && sorted[end] == sorted[start]) {
                end++;
            }
            sum += term(end - start);
        }
        return sum;
    }

    private static double term(double n) {
        return n * (n - 1) * (2 * n + 5);
    }
}
