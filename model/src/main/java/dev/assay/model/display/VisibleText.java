package dev.assay.model.display;

import java.util.regex.Pattern;

/**
 * Makes text safe to show on a terminal, whoever wrote it: characters that would move the cursor, change colours or titles,
 * or turn the order of letters around are written out, as in {@code \}{@code u001b}. Line feeds and tabs stay.
 */
public final class VisibleText {
    private static final Pattern CONTINUED = Pattern.compile("\\n(?![ \\n]|\\z)");

    private VisibleText() {}

    /** Returns the text as a single line: also line feeds, each as U+FFFD, and tabs, each as a space. */
    public static String line(String text) {
        return of(text).replace('\n', '\uFFFD').replace('\t', ' ');
    }

    /** Returns the text with each further line indented, so that no text that it quotes can begin a line of its own. */
    public static String message(String text) {
        return CONTINUED.matcher(of(text)).replaceAll("\n  ");
    }

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

    /** Tells whether a character is written out: a control, format, surrogate or separator character other than line feed and tab. */
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
