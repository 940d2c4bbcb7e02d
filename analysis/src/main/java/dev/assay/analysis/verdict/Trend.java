package dev.assay.analysis.verdict;

import java.util.Arrays;

/**
 * Whether figures at equal distances go up, unimpressed by outliers.
 *
 * @param slope median of the slopes of all pairs, per step (P. K. Sen, "Estimates of the regression coefficient based on
 *     Kendall's tau", Journal of the American Statistical Association 63, 1968)
 * @param z Mann and Kendall's statistic with correction for ties, standard normal where there is no trend (M. G.
 *     Kendall, "Rank Correlation Methods", 1975)
 */
record Trend(double slope, double z) {
    /** All pairs of that many figures are compared in milliseconds; longer series are thinned out. */
    private static final int MOST_FIGURES = 1000;

    static Trend of(double[] figures) {
        int step = (figures.length + MOST_FIGURES - 1) / MOST_FIGURES;
        double[] kept = step <= 1 ? figures : thinned(figures, step);
        int n = kept.length;
        if (n < 2) {
            return new Trend(0, 0);
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
        return new Trend(median(slopes) / Math.max(1, step), z(s, kept));
    }

    private static double[] thinned(double[] figures, int step) {
        double[] kept = new double[(figures.length + step - 1) / step];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = figures[i * step];
        }
        return kept;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
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
