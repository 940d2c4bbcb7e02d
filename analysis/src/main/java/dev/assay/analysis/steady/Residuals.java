package dev.assay.analysis.steady;

/**
 * Describes the residuals of a fit to values at equal distances, and their information: neighbours that resemble each other
 * contain less than as many independent values. A variance is multiplied by (1 + r) / (1 − r) of the ranks' correlation at
 * distance 1, as for noise that is autoregressive of the first order (K. H. Hamed and A. R. Rao, "A modified Mann-Kendall trend
 * test for autocorrelated data", Journal of Hydrology 204, 1998).
 *
 * @param values their number
 * @param inflation the factor for variances; at least 1
 */
record Residuals(int values, double inflation) {
    /** Bounds the correlation, since a higher one can't be distinguished from a trend. */
    private static final double MAX_CORRELATION = 0.8;

    static Residuals of(double[] left) {
        int n = left.length;
        double[] ranks = ranks(left);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += ranks[i] * ranks[i];
            products += i == 0 ? 0 : ranks[i] * ranks[i - 1];
        }
        double r = squares == 0 ? 0 : products / squares;
        // The mean and the slope were fitted, so the estimate is too low by about (2 + 4 r) / n.
        // SlopeTest checks the coverage of the intervals.
        r = squares == 0 ? 0 : Math.clamp(r + (2 + 4 * r) / n, 0, MAX_CORRELATION);
        return new Residuals(n, (1 + r) / (1 - r));
    }

    /**
     * Returns Student's quantile for one of the normal law (M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions",
     * 26.7.5), with the equivalent number of independent values as the basis of its degrees of freedom: scatter and correlation are
     * estimated too.
     */
    double quantile(double z) {
        double freedom = Math.max(2, values / inflation - 2);
        return z + (z * z * z + z) / (4 * freedom);
    }

    /** Returns ranks relative to the middle; equal values share theirs. */
    static double[] ranks(double[] values) {
        int n = values.length;
        double[] ranks = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                ranks[i] += Math.signum(values[i] - values[j]) / 2;
            }
        }
        return ranks;
    }
}
