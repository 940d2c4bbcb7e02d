package dev.assay.store;

import dev.assay.core.proof.EarlierProofs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** {@code earlier-proofs.json} of a run: what the runs beside it had proven when it was made. */
public final class EarlierProofsFile {
    static final String NAME = "earlier-proofs.json";

    private EarlierProofsFile() {}

    /** Writes it whole. */
    public static void write(RunDirectory run, EarlierProofs proofs) {
        AtomicFile.write(run.path().resolve(NAME), RecordJson.bytes(proofs));
    }

    /** What it says; empty for a run that did not look. */
    public static Optional<EarlierProofs> read(RunDirectory run) {
        Path file = run.path().resolve(NAME);
        return Files.isRegularFile(file)
                ? Optional.of(RecordJson.record(file, RecordJson.readTree(file), EarlierProofs.class))
                : Optional.empty();
    }
}
