package dev.assay.store;

import dev.assay.host.file.BoundedFile;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a whole file of a run, which may come from anywhere. */
final class StoredBytes {
    /** A plan of ten thousand trials takes a small part of this. */
    static final int MAX_BYTES = 1 << 26;

    private StoredBytes() {}

    static byte[] of(Path file) throws IOException {
        return BoundedFile.bytes(file, MAX_BYTES)
                .orElseThrow(() -> StoreException.oversized(file, "more than", MAX_BYTES));
    }
}
