package dev.assay.run.directory;

import dev.assay.model.calibration.Repeatability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is known of a machine's repeatability, in a file beside its calibration: the one takes a minute to find out, the other an hour.
 *
 * @param path need not exist
 */
public record RepeatabilityFile(Path path) {
    /** Keeps it in place of what was kept before. */
    public void write(Repeatability repeatability) {
        AtomicFile.write(path, RecordJson.bytes(repeatability));
    }

    /**
     * What is kept, of whatever machine; empty where nothing is.
     *
     * @throws StoreException when the file can't be read
     */
    public Optional<Repeatability> read() {
        return Files.exists(path)
                ? Optional.of(RecordFile.record(path, RecordFile.readTree(path), Repeatability.class))
                : Optional.empty();
    }
}
