package dev.assay.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the whole lines of an {@link AppendedFile} one after the other: a file may be larger than memory. A
 * missing file has none.
 */
final class WholeLines implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final int longestBytes;
    private final InputStream in;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int filled;
    private int start;
    private int end;
    private int next;

    /** @param longestBytes the longest line that Assay writes there, in bytes; a longer one is damage */
    WholeLines(Path file, int longestBytes) {
        this.file = file;
        this.longestBytes = longestBytes;
        this.in = open(file);
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (NoSuchFileException never) {
            return InputStream.nullInputStream(); // Nothing was appended before the run ended.
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }

    /** Moves to the next line; false after the last. */
    boolean next() {
        try {
            start = next;
            for (int i = start; ; i++) {
                if (i == filled) {
                    i -= start;
                    if (!more()) {
                        return false;
                    }
                }
                if (buffer[i] == '\n') {
                    end = i;
                    next = i + 1;
                    checkLength(length());
                    return true;
                }
            }
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }

    /** Moves the unfinished line to the front of the buffer, and reads more behind it. */
    private boolean more() throws IOException {
        filled -= start;
        System.arraycopy(buffer, start, buffer, 0, filled);
        start = 0;
        next = 0;
        checkLength(filled);
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(0, read);
        return read > 0;
    }

    private void checkLength(int bytes) {
        if (bytes > longestBytes) {
            throw StoreException.oversized(file, "a line of more than", longestBytes);
        }
    }

    /** Returns the bytes of the line, without its end. */
    int length() {
        return end - start;
    }

    byte at(int index) {
        return buffer[start + index];
    }

    String text(int from, int to) {
        return new String(buffer, start + from, to - from, StandardCharsets.UTF_8);
    }

    String text() {
        return text(0, length());
    }

    byte[] bytes(int from, int to) {
        return Arrays.copyOfRange(buffer, start + from, start + to);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }
}
