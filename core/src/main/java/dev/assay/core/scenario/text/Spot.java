package dev.assay.core.scenario.text;

/**
 * A stretch of one line.
 *
 * @param line 0-based
 * @param column 0-based, in code points
 * @param width in code points, at least 1
 */
record Spot(Source source, int line, int column, int width) {
    /** The stretch of {@code width} code points that begins {@code offset} after this one. */
    Spot part(int offset, int width) {
        return new Spot(source, line, column + offset, Math.max(1, width));
    }
}
