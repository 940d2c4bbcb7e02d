package dev.assay.analysis.statistics;

import org.HdrHistogram.Histogram;

/**
 * Holds samples, and the number of messages that took longer than all of them: those that failed, had no outcome, never arrived or
 * were never sent. These are samples censored on the right, and take the highest ranks (J. F. Lawless, "Statistical Models and
 * Methods for Lifetime Data", section 2.2).
 *
 * @param histogram of the known samples, in nanoseconds
 * @param censored the number of messages without a known latency
 */
public record CensoredSamples(Histogram histogram, long censored) {
    private static final double ROUNDING = 1e-9;

    public CensoredSamples {
        if (censored < 0) {
            throw new IllegalArgumentException("a number of censored samples must not be below 0, but is " + censored);
        }
    }

    public double total() {
        return (double) histogram.getTotalCount() + censored;
    }

    /** Tells whether a percentile lies among the censored samples, so that its value is only a lower bound. */
    public boolean isBound(double percent) {
        return censored > 0 && percent / 100 * total() > histogram.getTotalCount() + ROUNDING;
    }

    /** Returns the percentile in nanoseconds; the largest known sample where it is a bound. */
    public long nanosAt(double percent) {
        if (isBound(percent)) {
            return histogram.getMaxValue();
        }
        return histogram.getValueAtPercentile(
                censored == 0 ? percent : Math.min(100, percent * total() / histogram.getTotalCount()));
    }

    public double above(double percent) {
        return total() * (100 - percent) / 100;
    }
}
