package dev.assay.scenario;

import dev.assay.model.display.VisibleText;
import dev.assay.model.spec.Redactor;

/**
 * @param file name of the file or of the option
 * @param line 1-based
 * @param column 1-based, in code points
 * @param width how many code points the caret underlines
 * @param excerpt the line as written; three dots where it may hold a secret
 * @param what what is wrong and what was expected
 * @param advice what to do about it
 */
public record Problem(String file, int line, int column, int width, String excerpt, String what, String advice) {
    private static final int MAX_BEFORE = 80;
    private static final int MAX_AFTER = 60;
    private static final int LONGEST = 4_000;

    static Problem at(SourceSpan span, String what, String advice) {
        Source source = span.source();
        return new Problem(
                source.name(),
                span.line() + 1,
                span.column() + 1,
                span.width(),
                source.shownLine(span.line()),
                shown(VisibleText.message(what)),
                shown(advice));
    }

    /** Masks secrets and shortens the text: what a value says may be as long as the file. */
    private static String shown(String text) {
        String masked = Redactor.maskedUris(text);
        return masked.length() <= LONGEST
                ? masked
                : masked.substring(0, LONGEST) + "... (" + (masked.length() - LONGEST) + " more characters)";
    }

    /** Returns the problem as a compiler would print it: position and message, the line with a caret, advice. */
    public String render() {
        String number = String.valueOf(line);
        String margin = " ".repeat(number.length());
        int[] points = excerpt.codePoints().toArray();
        int start = Math.min(column - 1, points.length);
        int from = Math.max(0, start - MAX_BEFORE);
        int to = Math.min(points.length, start + MAX_AFTER);
        int carets = Math.max(1, Math.min(width, to - start));
        String dots = from > 0 ? "..." : "";
        return file + ":" + line + ":" + column + ": " + what
                + "\n  " + number + " | " + dots + new String(points, from, to - from)
                + (to < points.length ? "..." : "")
                + "\n  " + margin + " | " + blank(dots) + blank(new String(points, from, start - from))
                + "^".repeat(carets)
                + "\n  " + margin + " = " + advice.replace("\n", "\n  " + margin + "   ") + "\n";
    }

    /** Returns blanks as wide as the text; tabs stay. */
    private static String blank(String text) {
        return text.codePoints()
                .map(point -> point == '\t' ? point : ' ')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
