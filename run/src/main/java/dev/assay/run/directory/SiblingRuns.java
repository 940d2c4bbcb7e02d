package dev.assay.run.directory;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.EarlierVerifications;
import dev.assay.model.verification.VerificationByRun;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** The runs in the folder in which a run was made, and what they have verified. */
public final class SiblingRuns {
    private static final String VERIFICATIONS = "verifications";
    private static final String RECORD = "run.json";

    private final Path own;
    private final Predicate<VerificationRecord> wanted;
    private final List<VerificationByRun> found = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private SiblingRuns(Path own, Predicate<VerificationRecord> wanted) {
        this.own = own;
        this.wanted = wanted;
    }

    /**
     * The verifications of the other runs. What is no run is passed over; a run that can't be read is left out and reported.
     *
     * @param wanted which verifications matter; refused ones never do
     */
    public static EarlierVerifications verifications(RunDirectory run, Predicate<VerificationRecord> wanted) {
        Path own = run.path().toAbsolutePath().normalize();
        SiblingRuns beside = new SiblingRuns(own, wanted);
        beside.read();
        List<VerificationByRun> oldestFirst = beside.found.stream()
                .sorted(Comparator.comparing(by -> by.verification().startedAt()))
                .toList();
        return new EarlierVerifications(Instant.now().toString(), oldestFirst, beside.leftOut);
    }

    private void read() {
        Path base = Objects.requireNonNullElse(own.getParent(), own);
        try {
            TrialFolder.children(base).stream()
                    .filter(folder -> !folder.equals(own))
                    .forEach(this::readRun);
        } catch (StoreException e) {
            leftOut.add(String.valueOf(e.getMessage()));
        }
    }

    private void readRun(Path folder) {
        if (Files.isDirectory(folder) && !Files.isExecutable(folder)) {
            leftOut.add(folder + " is not readable");
        }
        if (!Files.isDirectory(folder.resolve(VERIFICATIONS))) {
            return;
        }
        if (!Files.isRegularFile(folder.resolve(RECORD))) {
            leftOut.add(folder + " is not a run directory: it has no " + RECORD);
            return;
        }
        try {
            RunDirectory run = RunDirectory.open(folder);
            String id = run.record().id();
            TrialFolder.children(folder.resolve(VERIFICATIONS)).stream()
                    .filter(Files::isDirectory)
                    .map(VerificationFolder::new)
                    .filter(VerificationFolder::finished)
                    .forEach(verification -> read(id, verification));
        } catch (StoreException e) {
            leftOut.add(String.valueOf(e.getMessage()));
        }
    }

    private void read(String run, VerificationFolder folder) {
        try {
            VerificationRecord verification = folder.read();
            if (verification.outcome() != VerificationOutcome.REFUSED && wanted.test(verification)) {
                found.add(new VerificationByRun(run, verification.with(EffectiveConfig.NONE)));
            }
        } catch (StoreException e) {
            leftOut.add(String.valueOf(e.getMessage()));
        }
    }
}
