package dev.assay.model.display;

import java.util.Locale;

/** The beginning of a text that somebody else wrote, and may have written without end. */
public final class LongText {
    /** In characters; the longest reasons that drivers give are a tenth of that. */
    static final int MAX = 4000;

    private LongText() {}

    /** Of them, those that say how long it was. */
    private static final int NOTE = 40;

    /** The text; where it is longer than {@value #MAX} characters, its beginning and how long it was, which is no longer. */
    public static String truncate(String text) {
        if (text.length() <= MAX) {
            return text;
        }
        int max = MAX - NOTE;
        int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
        return text.substring(0, end) + String.format(Locale.ROOT, " … (%d characters in all)", text.length());
    }
}
