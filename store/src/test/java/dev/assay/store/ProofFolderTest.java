package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofFolderTest {
    @TempDir
    Path base;

    private RunDirectory run() {
        RunDirectory run = RunDirectory.create(base, "durability", Recorded.START);
        run.write(Recorded.run(run.id()));
        return run;
    }

    private static ProofRecord proof(int number, ProofOutcome outcome) {
        return RecordedProof.of(number, "kafka-level-2-power-all", outcome, "2026-11-21T10:15:00Z");
    }

    @Test
    void proofsAreReadBackEqualAndInOrderWithAndWithoutEvidence() {
        RunDirectory run = run();
        ProofRecord second = proof(2, ProofOutcome.REFUSED);
        ProofRecord first = proof(1, ProofOutcome.BROKEN);
        run.proof(second.folder()).write(second);
        run.proof(first.folder()).write(first);

        assertThat(run.proofs()).containsExactly(first, second);
    }

    @Test
    void namesInTheFileAreThoseThatPeopleRead() throws IOException {
        RunDirectory run = run();
        ProofRecord proof = proof(1, ProofOutcome.BROKEN);
        run.proof(proof.folder()).write(proof);

        assertThat(Files.readString(
                        run.path().resolve("proofs").resolve(proof.folder()).resolve("proof.json")))
                .contains(
                        "\"fault\" : \"power-all\"",
                        "\"asked\" : \"level-1\"",
                        "\"given\" : \"level-2\"",
                        "\"outcome\" : \"BROKEN\"")
                .contains("\"lost\" : 10", "\"promise\" : \"MAY_LOSE\"");
    }

    @Test
    void aProofThatBeganAndDidNotEndIsNotThere() {
        RunDirectory run = run();
        assertThat(run.proof("001-kafka-level-2-power-all").logs()).isDirectory();
        assertThat(run.proofs()).isEmpty();
    }

    @Test
    void aFolderOutsideOfTheRunIsRefused() {
        assertThatThrownBy(() -> run().proof("../001")).hasMessageContaining("one plain file name");
    }
}
