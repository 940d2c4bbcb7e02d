package dev.assay.store;

import dev.assay.host.file.RecordJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps what is known of a machine in a file of its own.
 *
 * @param path need not exist
 * @param type of what the file holds
 */
public record KeptFile<T>(Path path, Class<T> type) {
    /** Replaces what was kept before. */
    public void write(T kept) {
        AtomicFile.write(path, RecordJson.bytes(kept));
    }

    /**
     * Returns what is kept, of whatever machine; empty where there is no file.
     *
     * @throws StoreException when the file can't be read
     */
    public Optional<T> read() {
        return Files.exists(path)
                ? Optional.of(RecordFile.record(path, RecordFile.readTree(path), type))
                : Optional.empty();
    }
}
