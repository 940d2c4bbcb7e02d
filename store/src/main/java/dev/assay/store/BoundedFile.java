package dev.assay.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a whole file of a run, which may come from anywhere. */
final class BoundedFile {
    /** A plan of ten thousand trials takes a small part of this. */
    static final int MAX_BYTES = 1 << 26;

    private BoundedFile() {}

    /** Reads the file to its end, whatever size it claims: a pipe has none, and a file may grow. */
    static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw StoreException.oversized(file, "more than", MAX_BYTES);
            }
            return bytes;
        }
    }
}
