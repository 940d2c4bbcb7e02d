package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.verification.VerificationOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumedRunTest {
    @TempDir
    Path base;

    private RunDirectory run;

    @BeforeEach
    void makeARun() {
        run = RunDirectory.create(base, "resumed", Recorded.START);
        run.write(Recorded.run(run.id()));
    }

    @Test
    void onlyOneRunHoldsADirectoryAtATime() throws Exception {
        try (RunLock held = run.lock()) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> RunDirectory.open(run.path()).lock())
                    .isInstanceOf(RunLock.HeldException.class)
                    .hasMessageContaining(run.path().toString())
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
        try (RunLock again = run.lock()) {
            assertThat(again).isNotNull();
        }
    }

    /** Closing any descriptor of a locked file drops the lock, and an attempt that fails closes its own. */
    @Test
    void anotherAttemptOfTheSameProcessLeavesTheLockToItsHolder() throws Exception {
        try (RunLock held = run.lock()) {
            assertThat(held).isNotNull();
            assertThatThrownBy(run::lock).isInstanceOf(RunLock.HeldException.class);
            assertThat(ofAnotherProcess()).isEqualTo("held");
        }
        assertThat(ofAnotherProcess()).isEqualTo("free");
    }

    private String ofAnotherProcess() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockAttempt.class.getName(),
                        run.path().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            return String.valueOf(out.readLine());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aTrialIsFinishedFailedOrInterrupted() {
        try (TrialWriter finished = run.begin("001-a");
                TrialWriter failed = run.begin("002-b");
                TrialWriter interrupted = run.begin("003-c")) {
            finished.on(new TrialEvent.Finish(Recorded.trial(1, "a")));
            failed.on(new TrialEvent.Failure("a broker has died\nThe end of its log: ..."));
            interrupted.interrupted();
            interrupted.on(new TrialEvent.Failure("the disk was full"));
        }
        try (TrialWriter _ = run.begin("004-d")) {
            assertThat(run.unfinished()).containsExactly("002-b", "003-c", "004-d");
        }

        assertThat(List.of(run.hasFinished("001-a"), run.hasFailed("001-a"))).containsExactly(true, false);
        assertThat(List.of(run.hasFinished("002-b"), run.hasFailed("002-b"))).containsExactly(false, true);
        assertThat(List.of(run.hasFinished("003-c"), run.hasFailed("003-c"))).containsExactly(false, false);
        assertThat(run.failure("003-c")).contains("the disk was full");
        assertThat(run.interrupted())
                .containsExactly(
                        new SetAside("trials/003-c", "interrupted/trials/003-c", "the disk was full"),
                        new SetAside("trials/004-d", "interrupted/trials/004-d", "cut short"));
    }

    @Test
    void whatWasInterruptedIsPutAsideWholeEachTime() throws IOException {
        for (int time = 1; time <= 3; time++) {
            try (TrialWriter trial = run.begin("001-a")) {
                Files.writeString(trial.logs().resolve("broker-1.log"), "time " + time);
            }
            run.interrupted().forEach(run::setAside);
            assertThat(run.unfinished()).isEmpty();
        }

        Path aside = run.path().resolve("interrupted/trials");
        assertThat(aside.resolve("001-a/logs/broker-1.log")).hasContent("time 1");
        assertThat(aside.resolve("001-a-2/logs/broker-1.log")).hasContent("time 2");
        assertThat(aside.resolve("001-a-3/logs/broker-1.log")).hasContent("time 3");
    }

    @Test
    void anUnfinishedVerificationIsPutAsideAndAFinishedOneStays() {
        run.verification("001-kafka-kill-one")
                .write(RecordedVerification.of(1, "kafka-kill-one", VerificationOutcome.HOLDS, "2026-11-21T10:15:00Z"));
        run.verification("002-kafka-kill-all");

        assertThat(run.interrupted())
                .containsExactly(new SetAside(
                        "verifications/002-kafka-kill-all",
                        "interrupted/verifications/002-kafka-kill-all",
                        "cut short"));
        run.interrupted().forEach(run::setAside);
        assertThat(run.path().resolve("interrupted/verifications/002-kafka-kill-all/logs"))
                .isDirectory();
        assertThat(run.verifications()).hasSize(1);
    }

    private static CapacityRecord capacity() {
        CapacityTrial trial = new CapacityTrial(
                "001-kafka-rate=2000000_s",
                CapacityTrial.Purpose.DECIDE,
                2e6,
                60,
                CapacityTrial.Outcome.GOOD,
                "",
                false,
                CapacityRecord.NO_LIMIT);
        return new CapacityRecord(
                "kafka",
                1,
                Map.of("workload.partitions", "6"),
                1_000,
                2e6,
                0.05,
                List.of("stable"),
                CapacityRecord.State.ABOVE_RANGE,
                "",
                Optional.of(2e6),
                Optional.empty(),
                0,
                List.of(trial));
    }

    @Test
    void whatAResumedRunHasToKnowIsReadBackEqual() {
        RunConditions choices = new RunConditions(
                "0.1.0 (build 3f9a12c4d5e6, protocol 4)",
                "3 to 15 blocks, until response.p99 is within 5 %",
                7,
                List.of("kafka"),
                List.of("kafka"),
                2,
                WorkerPlaces.NONE,
                1,
                Map.of("kafka", new Point("kafka", Map.of("workload.partitions", "6"))));
        RunRecord plain = Recorded.run(run.id());
        RunRecord record = new RunRecord(
                        plain.id(),
                        plain.scenario(),
                        plain.scenarioText(),
                        plain.overrides(),
                        plain.commandLine(),
                        plain.startedAt(),
                        plain.assayVersion(),
                        plain.environment(),
                        plain.artifacts(),
                        plain.unpinned(),
                        plain.planned(),
                        Optional.of(choices),
                        List.of(),
                        List.of(),
                        List.of(),
                        CalibrationStatus.NOT_RECORDED)
                .resumed(new RunResume(
                        "2026-11-21T11:00:00Z",
                        List.of("./assay", "run", "--resume", "runs/x"),
                        Map.of("processors", "8"),
                        List.of(new SetAside("trials/003-c", "interrupted/trials/003-c", "cut short"))))
                .withFindings(List.of("precise enough after 4 blocks"))
                .searched(List.of(capacity()));
        run.write(record);
        assertThat(RunDirectory.open(run.path()).record()).isEqualTo(record);
    }
}
