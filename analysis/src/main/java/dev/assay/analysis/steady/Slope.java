package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * Holds how much values at equal distances change from one to the next: the median of the slopes of all pairs, with the interval
 * that Kendall's statistic gives (P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal of the
 * American Statistical Association 63, 1968), so that outliers neither move nor widen it much. Neighbouring values that resemble
 * each other contain less information: see {@link Residuals}.
 *
 * @param median the slope
 * @param low the lower end of its 90 % interval
 * @param high its upper end
 */
public record Slope(double median, double low, double high) {
    /** Cuts off 5 % of the normal law on one side. */
    static final double Z = 1.645;

    public static Slope of(double[] values) {
        int n = values.length;
        double[] slopes = new double[n * (n - 1) / 2];
        int pair = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[pair++] = (values[j] - values[i]) / (j - i);
            }
        }
        Arrays.sort(slopes);
        double median = Medians.ofSorted(slopes);
        double[] left = new double[n];
        for (int i = 0; i < n; i++) {
            left[i] = values[i] - median * i;
        }
        Residuals residuals = Residuals.of(left);
        double variance = n * (n - 1.0) * (2 * n + 5) / 18 * residuals.inflation();
        double reach = residuals.quantile(Z) * Math.sqrt(variance);
        int low = Math.max(0, (int) Math.floor((slopes.length - reach) / 2));
        return new Slope(median, slopes[low], slopes[slopes.length - 1 - low]);
    }
}
