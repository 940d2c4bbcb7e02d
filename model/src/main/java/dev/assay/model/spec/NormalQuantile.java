package dev.assay.model.spec;

/**
 * Quantiles of the standard normal distribution by the rational approximation 26.2.23 of Abramowitz and Stegun, Handbook of
 * Mathematical Functions (1964), whose error is below 4.5e-4.
 */
final class NormalQuantile {
    private NormalQuantile() {}

    /** The value that the given share, above 0 and below 1, does not exceed. */
    static double of(double share) {
        double t = Math.sqrt(-2 * Math.log(Math.min(share, 1 - share)));
        double value =
                t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
        return share < 0.5 ? -value : value;
    }
}
