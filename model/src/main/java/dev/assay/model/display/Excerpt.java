package dev.assay.model.display;

import java.util.Locale;

/** The beginning of a text that somebody else wrote, and may have written without end. */
public final class Excerpt {
    /** In characters; the longest reasons that drivers give are a tenth of that. */
    static final int MOST = 4000;

    private Excerpt() {}

    /** Of them, those that say how long it was. */
    private static final int NOTE = 40;

    /** The text; where it is longer than {@value #MOST} characters, its beginning and how long it was, which is no longer. */
    public static String of(String text) {
        if (text.length() <= MOST) {
            return text;
        }
        int most = MOST - NOTE;
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + String.format(Locale.ROOT, " … (%d characters in all)", text.length());
    }
}
