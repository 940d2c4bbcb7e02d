package dev.assay.cli.terminal;

/** Text that has to fit. A character counts as one column. */
final class TextWidth {
    private static final String CUT = "…";

    private TextWidth() {}

    /** The text, or as much of it as fits with a sign that there is more. */
    static String cut(String text, int columns) {
        return text.codePointCount(0, text.length()) <= columns
                ? text
                : text.substring(0, text.offsetByCodePoints(0, columns - 1)) + CUT;
    }

    /** The text at the right of so many columns. */
    static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - text.length())) + text;
    }

    /** The text at the left of so many columns; cut where it is longer. */
    static String left(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - cut.length()));
    }

    /** The text in the middle of so many columns. */
    static String middle(String text, int columns) {
        int before = Math.max(0, (columns - text.length() + 1) / 2);
        return left(" ".repeat(before) + text, columns);
    }
}
