package dev.assay.model.display;

/**
 * Text as it may be shown on a terminal, whoever wrote it: what would move the cursor, change colours or titles, or turn the order
 * of letters around is written out, as in {@code \}{@code u001b}. Line feeds and tabs stay.
 */
public final class VisibleText {
    private VisibleText() {}

    /** The text with every control character visible. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(VisibleText::isHidden)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> append(point, out));
        return out.toString();
    }

    private static void append(int point, StringBuilder out) {
        if (!isHidden(point)) {
            out.appendCodePoint(point);
            return;
        }
        String digits = Integer.toHexString(point);
        out.append("\\u").append("0".repeat(Math.max(0, 4 - digits.length()))).append(digits);
    }

    /** Whether a character does something else than stand there. */
    public static boolean isHidden(int point) {
        if (point == '\n' || point == '\t') {
            return false;
        }
        return switch (Character.getType(point)) {
            // Format characters are those of bidirectional text, joiners and the like, which nothing here needs.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
