package dev.assay.model.display;

import java.util.Locale;

/** Cuts a text that somebody else wrote, and may have written without end. */
public final class LongText {
    /** Counts characters; the longest reasons that drivers give are a tenth of that. */
    static final int MAX = 4000;

    private LongText() {}

    /** Reserves this many characters for the note of the text's length. */
    private static final int NOTE = 40;

    /**
     * Returns the text; where it is longer than {@value #MAX} characters, its beginning and a note of its length, no longer than
     * that together.
     */
    public static String truncate(String text) {
        if (text.length() <= MAX) {
            return text;
        }
        int max = MAX - NOTE;
        int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
        return text.substring(0, end) + String.format(Locale.ROOT, " … (%d characters in all)", text.length());
    }
}
