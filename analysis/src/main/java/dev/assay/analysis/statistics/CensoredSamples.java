package dev.assay.analysis.statistics;

import org.HdrHistogram.Histogram;

/**
 * Samples, and messages of which no more is known than that they took longer than all the others: those that failed, had no outcome,
 * never arrived or were never sent. They are samples censored on the right, and take the highest ranks (J. F. Lawless, "Statistical
 * Models and Methods for Lifetime Data", section 2.2).
 *
 * @param histogram of the samples that are known, in nanoseconds
 * @param censored how many others there are
 */
public record CensoredSamples(Histogram histogram, long censored) {
    private static final double ROUNDING = 1e-9;

    public CensoredSamples {
        if (censored < 0) {
            throw new IllegalArgumentException("a number of censored samples must not be below 0, but is " + censored);
        }
    }

    /** All of them, known or not. */
    public double total() {
        return (double) histogram.getTotalCount() + censored;
    }

    /** Whether that percentile lies among those that are not known, so that its value is no more than a lower bound. */
    public boolean isBound(double percent) {
        return censored > 0 && percent / 100 * total() > histogram.getTotalCount() + ROUNDING;
    }

    /** The percentile in nanoseconds; the largest known sample where it is a bound. */
    public long nanosAt(double percent) {
        if (isBound(percent)) {
            return histogram.getMaxValue();
        }
        return histogram.getValueAtPercentile(
                censored == 0 ? percent : Math.min(100, percent * total() / histogram.getTotalCount()));
    }

    /** How many lie above that percentile. */
    public double above(double percent) {
        return total() * (100 - percent) / 100;
    }
}
