package dev.assay.store;

import dev.assay.core.proof.ProofRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of one proof; the proof counts as finished once its record is written. */
public final class ProofFolder {
    static final String RECORD = "proof.json";

    private final Path folder;

    ProofFolder(Path folder) {
        this.folder = folder;
    }

    static ProofFolder create(Path folder) {
        try {
            Files.createDirectories(folder.resolve("logs"));
            return new ProofFolder(folder);
        } catch (IOException e) {
            throw StoreException.writing(folder, e);
        }
    }

    /** Where servers and workers put their logs; it exists. */
    public Path logs() {
        return folder.resolve("logs");
    }

    /** Writes {@code proof.json}, once more where more has become known. */
    public void write(ProofRecord record) {
        AtomicFile.write(folder.resolve(RECORD), RecordJson.bytes(record));
    }

    boolean finished() {
        return Files.isRegularFile(folder.resolve(RECORD));
    }

    ProofRecord read() {
        Path file = folder.resolve(RECORD);
        return RecordJson.record(file, RecordJson.readTree(file), ProofRecord.class);
    }
}
