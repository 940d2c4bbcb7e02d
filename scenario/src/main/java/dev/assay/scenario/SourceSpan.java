package dev.assay.scenario;

/**
 * Marks a part of one line.
 *
 * @param line 0-based
 * @param column 0-based, in code points
 * @param width in code points, at least 1
 */
record SourceSpan(Source source, int line, int column, int width) {
    String where() {
        return source.order() == 0 ? "line " + (line + 1) : source.name();
    }

    /** Returns the span of {@code width} code points that begins {@code offset} code points after the start of this one. */
    SourceSpan part(int offset, int width) {
        return new SourceSpan(source, line, column + offset, Math.max(1, width));
    }
}
