package dev.assay.analysis.steady;

/**
 * How much a value may change and still be the same to whoever reads it.
 *
 * @param fraction of its level, from 0 to 1
 * @param min changes below it mean nothing at any level, in the value's unit
 */
public record Tolerance(double fraction, double min) {
    /** What may be added to the logarithm of a level; half an interval around it. */
    double logarithm(double level) {
        return level <= 0 ? 0 : Math.log1p(Math.max(fraction, min / level));
    }

    /** So many times as much. */
    Tolerance times(double factor) {
        return new Tolerance(fraction * factor, min * factor);
    }

    /** Whether a change by so much is one, at that level. */
    public boolean exceededBy(double change, double level) {
        return Math.abs(change) > Math.max(min, fraction * Math.abs(level));
    }
}
