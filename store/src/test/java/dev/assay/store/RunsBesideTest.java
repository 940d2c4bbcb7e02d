package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.proof.EarlierProofs;
import dev.assay.core.proof.ProofByRun;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.EffectiveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsBesideTest {
    @TempDir
    Path base;

    private RunDirectory own;

    @BeforeEach
    void aRun() {
        own = run(10);
    }

    private RunDirectory run(int minute) {
        RunDirectory run = RunDirectory.create(base, "durability", Recorded.START.plus(Duration.ofMinutes(minute)));
        run.write(Recorded.run(run.id()));
        return run;
    }

    private static ProofRecord add(RunDirectory run, ProofRecord proof) {
        run.proof(proof.folder()).write(proof);
        return proof;
    }

    private EarlierProofs found() {
        return RunsBeside.proofs(own, proof -> !proof.label().contains("other"));
    }

    @Test
    void proofsOfOtherRunsAreFoundOldestFirstWithTheRunThatMadeThem() {
        RunDirectory late = run(5);
        RunDirectory early = run(1);
        ProofRecord second = add(late, RecordedProof.of(2, "b", ProofOutcome.BROKEN, "2026-11-21T10:20:00Z"));
        ProofRecord first = add(early, RecordedProof.of(1, "a", ProofOutcome.HOLDS, "2026-11-21T10:16:00Z"));
        add(own, RecordedProof.of(1, "own", ProofOutcome.HOLDS, "2026-11-21T10:26:00Z"));
        add(late, RecordedProof.of(3, "other", ProofOutcome.HOLDS, "2026-11-21T10:21:00Z"));
        add(late, RecordedProof.of(4, "refused", ProofOutcome.REFUSED, "2026-11-21T10:22:00Z"));
        late.proof("005-cut-short");

        assertThat(found().proofs())
                .containsExactly(
                        new ProofByRun(early.id(), first.with(EffectiveConfig.NONE)),
                        new ProofByRun(late.id(), second.with(EffectiveConfig.NONE)));
        assertThat(found().leftOut()).isEmpty();
    }

    @Test
    void whatIsNoRunIsPassedOverAndWhatIsDamagedIsToldAndHindersNothing() throws IOException {
        RunDirectory earlier = run(1);
        ProofRecord whole = add(earlier, RecordedProof.of(1, "a", ProofOutcome.HOLDS, "2026-11-21T10:16:00Z"));
        add(earlier, RecordedProof.of(2, "torn", ProofOutcome.HOLDS, "2026-11-21T10:17:00Z"));
        Files.writeString(earlier.path().resolve("proofs/002-torn/proof.json"), "{\"number\": 2, ");
        RunDirectory newer = run(2);
        add(newer, RecordedProof.of(1, "newer", ProofOutcome.HOLDS, "2026-11-21T10:18:00Z"));
        Files.writeString(newer.path().resolve("run.json"), "{\"format\": 99}");
        Files.createDirectories(base.resolve("math/proofs/001-fermat"));
        Files.createDirectories(base.resolve("holiday"));
        Files.writeString(base.resolve("notes.txt"), "proofs");

        assertThat(found().proofs()).extracting(by -> by.proof().label()).containsExactly(whole.label());
        assertThat(found().leftOut())
                .hasSize(3)
                .anySatisfy(reason -> assertThat(reason).contains("002-torn", "proof.json is damaged"))
                .anySatisfy(reason -> assertThat(reason).contains("has format 99"))
                .anySatisfy(reason -> assertThat(reason).contains("math is no run"));
    }

    @Test
    void whatWasFoundIsKeptInTheRunItself() throws IOException {
        RunDirectory earlier = run(1);
        add(earlier, RecordedProof.of(1, "a", ProofOutcome.HOLDS, "2026-11-21T10:16:00Z"));
        assertThat(EarlierProofsFile.read(own)).isEmpty();

        EarlierProofs found = found();
        EarlierProofsFile.write(own, found);

        assertThat(EarlierProofsFile.read(own)).contains(found);
        Path file = own.path().resolve("earlier-proofs.json");
        assertThat(Files.readString(file)).contains("\"run\" : \"" + earlier.id() + "\"");
        Files.writeString(file, "[");
        assertThatThrownBy(() -> EarlierProofsFile.read(own))
                .hasMessageContaining("earlier-proofs.json is damaged")
                .hasMessageContaining("move it out of the run");
    }
}
