package dev.assay.analysis.steady;

/**
 * Holds how much a value may change and still count as unchanged.
 *
 * @param fraction of its level, from 0 to 1
 * @param min changes below it mean nothing at any level, in the value's unit
 */
public record Tolerance(double fraction, double min) {
    /** Returns the tolerance of a level's logarithm in either direction. */
    double logarithm(double level) {
        return level <= 0 ? 0 : Math.log1p(Math.max(fraction, min / level));
    }

    Tolerance times(double factor) {
        return new Tolerance(fraction * factor, min * factor);
    }

    public boolean exceededBy(double change, double level) {
        return Math.abs(change) > Math.max(min, fraction * Math.abs(level));
    }
}
