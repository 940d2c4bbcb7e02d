package dev.assay.store;

import dev.assay.host.file.RecordJson;
import dev.assay.model.verification.VerificationRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of one verification; the verification counts as finished once its record is written. */
public final class VerificationFolder {
    static final String RECORD = "verification.json";

    private final Path folder;

    VerificationFolder(Path folder) {
        this.folder = folder;
    }

    static VerificationFolder create(Path folder) {
        try {
            DurableFolder.create(folder.resolve("logs"));
            return new VerificationFolder(folder);
        } catch (IOException e) {
            throw StoreException.writing(folder, e);
        }
    }

    /** Returns the folder for logs of servers and workers; it exists. */
    public Path logs() {
        return folder.resolve("logs");
    }

    /** Writes {@code verification.json}, again whenever more is known. */
    public void write(VerificationRecord record) {
        AtomicFile.write(folder.resolve(RECORD), RecordJson.bytes(record));
    }

    boolean finished() {
        return Files.isRegularFile(folder.resolve(RECORD));
    }

    VerificationRecord read() {
        Path file = folder.resolve(RECORD);
        return RecordFile.record(file, RecordFile.readTree(file), VerificationRecord.class);
    }
}
