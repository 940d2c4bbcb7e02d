package dev.assay.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file whole that is read back from a run, which may come from anywhere. */
final class BoundedFile {
    /** Many times what a plan of ten thousand trials takes. */
    static final int MAX_BYTES = 1 << 26;

    private BoundedFile() {}

    /** All of it, however large it says it is: a pipe has no size, and a file may grow. */
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
