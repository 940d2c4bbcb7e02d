package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * Whether figures at equal distances go up, unimpressed by outliers.
 *
 * @param slope median of the slopes of all pairs, per step (P. K. Sen, "Estimates of the regression coefficient based on
 *     Kendall's tau", Journal of the American Statistical Association 63, 1968)
 * @param z Mann and Kendall's statistic with correction for ties, standard normal where there is no trend (M. G.
 *     Kendall, "Rank Correlation Methods", 1975)
 */
public record Trend(double slope, double z) {
    /** Of too few figures. */
    public static final Trend NONE = new Trend(0, 0);

    /**
     * Figures as they come in. Of a long series every second one, every fourth one and so on is kept: all pairs of a thousand are
     * compared in milliseconds.
     */
    public static final class Figures {
        private static final int MOST = 1000;

        private final double[] kept = new double[MOST];
        private int size;
        private int step = 1;
        private long count;

        /** Adds the next. */
        public void add(double figure) {
            if (count++ % step != 0) {
                return;
            }
            if (size == MOST) {
                for (int i = 0; i < MOST / 2; i++) {
                    kept[i] = kept[2 * i];
                }
                size = MOST / 2;
                step *= 2;
            }
            kept[size++] = figure;
        }

        /** How many came in. */
        public long count() {
            return count;
        }

        /** Those that are kept, at equal distances. */
        double[] kept() {
            return Arrays.copyOf(kept, size);
        }

        /** By how much the medians of first, middle and last third differ, as a fraction of the highest; from 0 to 1. */
        public double spreadOfThirds() {
            if (size < 3) {
                return 0;
            }
            double[] medians = new double[3];
            for (int third = 0; third < 3; third++) {
                medians[third] = Medians.of(Arrays.copyOfRange(kept, third * size / 3, (third + 1) * size / 3));
            }
            Arrays.sort(medians);
            return medians[2] <= 0 ? 0 : (medians[2] - medians[0]) / medians[2];
        }

        /** Their trend. */
        public Trend trend() {
            return of(Arrays.copyOf(kept, size), step);
        }
    }

    /** The trend of so many figures; all pairs are compared. */
    static Trend of(double[] figures) {
        return of(figures, 1);
    }

    private static Trend of(double[] kept, int step) {
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
        return new Trend(Medians.ofScratch(slopes) / step, z(s, kept));
    }

    /** Kendall 1975: var S = (n(n−1)(2n+5) − Σ t(t−1)(2t+5)) / 18 over groups of t ties; z with continuity correction. */
    private static double z(long s, double[] figures) {
        double variance = (term(figures.length) - ties(figures)) / 18;
        return variance <= 0 ? 0 : (s - Long.signum(s)) / Math.sqrt(variance);
    }

    private static double ties(double[] figures) {
        double[] sorted = figures.clone();
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
