package dev.assay.host.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines that another machine or program writes, which may never end one: of a longer line than {@code maxLength} characters, it
 * returns the beginning, at once. Not thread-safe.
 */
public final class BoundedLines {
    private static final int END = -1;

    private final BufferedReader text;
    private final int maxLength;
    private boolean cut;

    public BoundedLines(Reader text, int maxLength) {
        if (maxLength < 1) {
            throw new IllegalArgumentException("a line must have room for a character, not for " + maxLength);
        }
        this.text = text instanceof BufferedReader buffered ? buffered : new BufferedReader(text);
        this.maxLength = maxLength;
    }

    /** Returns the next line without its end, cut if it is too long; null at the end. The rest of a cut line is skipped first. */
    public @Nullable String next() throws IOException {
        while (cut) {
            cut = !isEnd(text.read());
        }
        int character = text.read();
        if (character == END) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (!isEnd(character) && line.length() < maxLength) {
            line.append((char) character);
            character = text.read();
        }
        cut = !isEnd(character);
        int last = line.length() - 1;
        if (!cut && last >= 0 && line.charAt(last) == '\r') {
            line.setLength(last);
        }
        return line.toString();
    }

    /** Returns whether the line that {@link #next()} has returned was longer than the limit. */
    public boolean isCut() {
        return cut;
    }

    private static boolean isEnd(int character) {
        return character == '\n' || character == END;
    }
}
