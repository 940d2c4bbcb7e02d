package dev.assay.scenario.claim;

import dev.assay.model.result.Interval;

/**
 * Limits a ratio; the ends do not belong to the range.
 *
 * @param low negative infinity where there is none
 * @param high infinity where there is none
 */
public record RatioRange(double low, double high) {
    public RatioRange {
        if (!(low < high)) {
            throw new IllegalArgumentException("a range begins below its end, but this is " + low + " to " + high);
        }
    }

    public static RatioRange above(double bound) {
        return new RatioRange(bound, Double.POSITIVE_INFINITY);
    }

    public static RatioRange below(double bound) {
        return new RatioRange(Double.NEGATIVE_INFINITY, bound);
    }

    /** Returns the range from {@code 1 / factor} to {@code factor}. */
    public static RatioRange within(double factor) {
        if (!(factor > 1)) {
            throw new IllegalArgumentException("'within' is a factor above 1, but is " + factor);
        }
        return new RatioRange(1 / factor, factor);
    }

    public boolean holds(Interval interval) {
        return (interval.low() > low || low == Double.NEGATIVE_INFINITY)
                && (interval.high() < high || high == Double.POSITIVE_INFINITY);
    }

    /**
     * Tells whether the range is open-ended on one side of 1, and the whole interval lies on that side: the effect exists, whatever
     * its size.
     */
    public boolean sameSide(Interval interval) {
        return (low > 1 && high == Double.POSITIVE_INFINITY && interval.low() > 1)
                || (high < 1 && low == Double.NEGATIVE_INFINITY && interval.high() < 1);
    }

    /** Tells whether the whole interval lies outside the range, on one side. */
    public boolean excludes(Interval interval) {
        return interval.high() < low || interval.low() > high;
    }
}
