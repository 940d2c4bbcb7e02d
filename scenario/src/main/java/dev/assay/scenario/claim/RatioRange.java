package dev.assay.scenario.claim;

import dev.assay.model.result.Interval;

/**
 * Where a ratio has to lie for a comparison to hold. The ends themselves do not belong to it.
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

    /** Above a bound. */
    public static RatioRange above(double bound) {
        return new RatioRange(bound, Double.POSITIVE_INFINITY);
    }

    /** Below a bound. */
    public static RatioRange below(double bound) {
        return new RatioRange(Double.NEGATIVE_INFINITY, bound);
    }

    /** Within that factor of 1 on either side. */
    public static RatioRange within(double factor) {
        if (!(factor > 1)) {
            throw new IllegalArgumentException("'within' is a factor above 1, but is " + factor);
        }
        return new RatioRange(1 / factor, factor);
    }

    /** Whether the whole interval lies in it. */
    public boolean holds(Interval interval) {
        return (interval.low() > low || low == Double.NEGATIVE_INFINITY)
                && (interval.high() < high || high == Double.POSITIVE_INFINITY);
    }

    /** Whether the whole interval lies on the side of 1 on which a range lies that is open to that side: the effect is there, of whatever size. */
    public boolean sameSide(Interval interval) {
        return (low > 1 && high == Double.POSITIVE_INFINITY && interval.low() > 1)
                || (high < 1 && low == Double.NEGATIVE_INFINITY && interval.high() < 1);
    }

    /** Whether the whole interval lies outside, on one side. */
    public boolean excludes(Interval interval) {
        return interval.high() < low || interval.low() > high;
    }
}
