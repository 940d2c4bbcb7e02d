package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationFolderTest {
    @TempDir
    Path base;

    private RunDirectory run() {
        RunDirectory run = RunDirectory.create(base, "durability", Recorded.START);
        run.write(Recorded.run(run.id()));
        return run;
    }

    private static VerificationRecord verification(int number, VerificationOutcome outcome) {
        return RecordedVerification.of(number, "kafka-level-2-power-all", outcome, "2026-11-21T10:15:00Z");
    }

    @Test
    void verificationsAreReadBackEqualAndInOrderWithAndWithoutEvidence() {
        RunDirectory run = run();
        VerificationRecord second = verification(2, VerificationOutcome.REFUSED);
        VerificationRecord first = verification(1, VerificationOutcome.FAILS);
        run.verification(second.folder()).write(second);
        run.verification(first.folder()).write(first);

        assertThat(run.verifications()).containsExactly(first, second);
    }

    @Test
    void namesInTheFileAreThoseThatPeopleRead() throws IOException {
        RunDirectory run = run();
        VerificationRecord verification = verification(1, VerificationOutcome.FAILS);
        run.verification(verification.folder()).write(verification);

        assertThat(Files.readString(run.path()
                        .resolve("verifications")
                        .resolve(verification.folder())
                        .resolve("verification.json")))
                .contains(
                        "\"fault\" : \"power-all\"",
                        "\"asked\" : \"level-1\"",
                        "\"given\" : \"level-2\"",
                        "\"outcome\" : \"FAILS\"")
                .contains("\"lost\" : 10", "\"promise\" : \"MAY_LOSE\"")
                .contains("\"moment\" : {");
    }

    @Test
    void aVerificationThatBeganAndDidNotEndIsNotThere() {
        RunDirectory run = run();
        assertThat(run.verification("001-kafka-level-2-power-all").logs()).isDirectory();
        assertThat(run.verifications()).isEmpty();
    }

    @Test
    void aFolderOutsideOfTheRunIsRefused() {
        assertThatThrownBy(() -> run().verification("../001")).hasMessageContaining("one plain file name");
    }
}
