package dev.assay.run.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.EarlierVerifications;
import dev.assay.model.verification.VerificationByRun;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiblingRunsTest {
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

    private static VerificationRecord add(RunDirectory run, VerificationRecord verification) {
        run.verification(verification.folder()).write(verification);
        return verification;
    }

    private EarlierVerifications found() {
        return SiblingRuns.verifications(
                own, verification -> !verification.label().contains("other"));
    }

    @Test
    void verificationsOfOtherRunsAreFoundOldestFirstWithTheRunThatMadeThem() {
        RunDirectory late = run(5);
        RunDirectory early = run(1);
        VerificationRecord second =
                add(late, RecordedVerification.of(2, "b", VerificationOutcome.FAILS, "2026-11-21T10:20:00Z"));
        VerificationRecord first =
                add(early, RecordedVerification.of(1, "a", VerificationOutcome.HOLDS, "2026-11-21T10:16:00Z"));
        add(own, RecordedVerification.of(1, "own", VerificationOutcome.HOLDS, "2026-11-21T10:26:00Z"));
        add(late, RecordedVerification.of(3, "other", VerificationOutcome.HOLDS, "2026-11-21T10:21:00Z"));
        add(late, RecordedVerification.of(4, "refused", VerificationOutcome.REFUSED, "2026-11-21T10:22:00Z"));
        late.verification("005-cut-short");

        assertThat(found().verifications())
                .containsExactly(
                        new VerificationByRun(early.id(), first.with(EffectiveConfig.NONE)),
                        new VerificationByRun(late.id(), second.with(EffectiveConfig.NONE)));
        assertThat(found().leftOut()).isEmpty();
    }

    @Test
    void whatIsNoRunIsPassedOverAndWhatIsDamagedIsToldAndHindersNothing() throws IOException {
        RunDirectory earlier = run(1);
        VerificationRecord whole =
                add(earlier, RecordedVerification.of(1, "a", VerificationOutcome.HOLDS, "2026-11-21T10:16:00Z"));
        add(earlier, RecordedVerification.of(2, "torn", VerificationOutcome.HOLDS, "2026-11-21T10:17:00Z"));
        Files.writeString(earlier.path().resolve("verifications/002-torn/verification.json"), "{\"number\": 2, ");
        RunDirectory newer = run(2);
        add(newer, RecordedVerification.of(1, "newer", VerificationOutcome.HOLDS, "2026-11-21T10:18:00Z"));
        Files.writeString(newer.path().resolve("run.json"), "{\"format\": 99}");
        Files.createDirectories(base.resolve("math/verifications/001-fermat"));
        Files.createDirectories(base.resolve("holiday"));
        Files.writeString(base.resolve("notes.txt"), "verifications");

        assertThat(found().verifications())
                .extracting(by -> by.verification().label())
                .containsExactly(whole.label());
        assertThat(found().leftOut())
                .hasSize(3)
                .anySatisfy(reason -> assertThat(reason).contains("002-torn", "verification.json is damaged"))
                .anySatisfy(reason -> assertThat(reason).contains("has format 99"))
                .anySatisfy(reason -> assertThat(reason).contains("math is not a run directory"));
    }

    @Test
    void whatWasFoundIsKeptInTheRunItself() throws IOException {
        RunDirectory earlier = run(1);
        add(earlier, RecordedVerification.of(1, "a", VerificationOutcome.HOLDS, "2026-11-21T10:16:00Z"));
        assertThat(EarlierVerificationsFile.read(own)).isEmpty();

        EarlierVerifications found = found();
        EarlierVerificationsFile.write(own, found);

        assertThat(EarlierVerificationsFile.read(own)).contains(found);
        Path file = own.path().resolve("earlier-verifications.json");
        assertThat(Files.readString(file))
                .contains("\"run\" : \"" + earlier.id() + "\"")
                .contains("\"verifications\" : [", "\"verification\" : {");
        Files.writeString(file, "[");
        assertThatThrownBy(() -> EarlierVerificationsFile.read(own))
                .hasMessageContaining("earlier-verifications.json is damaged")
                .hasMessageContaining("move it out of the run");
    }
}
