package dev.assay.store;

import dev.assay.core.proof.EarlierProofs;
import dev.assay.core.proof.ProofByRun;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.EffectiveConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The runs in the folder in which a run was made, and what they have proven. */
public final class RunsBeside {
    private static final String PROOFS = "proofs";
    private static final String RECORD = "run.json";

    private final Path own;
    private final Predicate<ProofRecord> wanted;
    private final List<ProofByRun> found = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private RunsBeside(Path own, Predicate<ProofRecord> wanted) {
        this.own = own;
        this.wanted = wanted;
    }

    /**
     * The proofs of the other runs. What is no run is passed over; a run that can't be read is left out and told.
     *
     * @param wanted which proofs matter; refused ones never do
     */
    public static EarlierProofs proofs(RunDirectory run, Predicate<ProofRecord> wanted) {
        Path own = run.path().toAbsolutePath().normalize();
        RunsBeside beside = new RunsBeside(own, wanted);
        beside.read();
        List<ProofByRun> oldestFirst = beside.found.stream()
                .sorted(Comparator.comparing(by -> by.proof().startedAt()))
                .toList();
        return new EarlierProofs(Instant.now().toString(), oldestFirst, beside.leftOut);
    }

    private void read() {
        Path base = Optional.ofNullable(own.getParent()).orElse(own);
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
            leftOut.add(folder + " may not be read");
        }
        if (!Files.isDirectory(folder.resolve(PROOFS))) {
            return;
        }
        if (!Files.isRegularFile(folder.resolve(RECORD))) {
            leftOut.add(folder + " is no run: it has no " + RECORD);
            return;
        }
        try {
            RunDirectory run = RunDirectory.open(folder);
            String id = run.record().id();
            TrialFolder.children(folder.resolve(PROOFS)).stream()
                    .filter(Files::isDirectory)
                    .map(ProofFolder::new)
                    .filter(ProofFolder::finished)
                    .forEach(proof -> read(id, proof));
        } catch (StoreException e) {
            leftOut.add(String.valueOf(e.getMessage()));
        }
    }

    private void read(String run, ProofFolder folder) {
        try {
            ProofRecord proof = folder.read();
            if (proof.outcome() != ProofOutcome.REFUSED && wanted.test(proof)) {
                found.add(new ProofByRun(run, proof.with(EffectiveConfig.NONE)));
            }
        } catch (StoreException e) {
            leftOut.add(String.valueOf(e.getMessage()));
        }
    }
}
