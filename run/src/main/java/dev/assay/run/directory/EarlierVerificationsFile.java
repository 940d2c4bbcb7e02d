package dev.assay.run.directory;

import dev.assay.model.verification.EarlierVerifications;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** {@code earlier-verifications.json} of a run: what sibling runs had verified when it was made. */
public final class EarlierVerificationsFile {
    static final String NAME = "earlier-verifications.json";

    private EarlierVerificationsFile() {}

    /** Writes it whole. */
    public static void write(RunDirectory run, EarlierVerifications verifications) {
        AtomicFile.write(run.path().resolve(NAME), RecordJson.bytes(verifications));
    }

    /** What it says; empty for a run that did not look. */
    public static Optional<EarlierVerifications> read(RunDirectory run) {
        Path file = run.path().resolve(NAME);
        return Files.isRegularFile(file)
                ? Optional.of(RecordFile.record(file, RecordFile.readTree(file), EarlierVerifications.class))
                : Optional.empty();
    }
}
