package dev.assay.cli.terminal;

/** Fits text to a width; a character counts as one column. */
final class TextWidth {
    private static final String CUT = "…";

    private TextWidth() {}

    /** Returns the text, cut to the width with a sign that there is more. */
    static String cut(String text, int columns) {
        return text.codePointCount(0, text.length()) <= columns
                ? text
                : text.substring(0, text.offsetByCodePoints(0, columns - 1)) + CUT;
    }

    static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - text.length())) + text;
    }

    /** Aligns the text to the left, and cuts it where it is longer. */
    static String left(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - cut.length()));
    }

    static String middle(String text, int columns) {
        int before = Math.max(0, (columns - text.length() + 1) / 2);
        return left(" ".repeat(before) + text, columns);
    }
}
