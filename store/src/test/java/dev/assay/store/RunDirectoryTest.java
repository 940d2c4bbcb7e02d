package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.trial.TrialEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDirectoryTest {
    @TempDir
    Path base;

    @Test
    void aRunIsNamedAfterItsTimeAndScenarioAndAClashGetsANumber() {
        Path runs = base.resolve("runs");
        assertThat(RunDirectory.create(runs, "quickstart", Recorded.START).id())
                .isEqualTo("20261121T101500Z-quickstart");
        assertThat(RunDirectory.create(runs, "quickstart", Recorded.START).id())
                .isEqualTo("20261121T101500Z-quickstart-2");
        assertThat(RunDirectory.create(runs, "quickstart", Recorded.START).id())
                .isEqualTo("20261121T101500Z-quickstart-3");
        assertThat(RunDirectory.create(runs, "../three systems, one load!", Recorded.START)
                        .id())
                .isEqualTo("20261121T101500Z-three-systems-one-load");
        assertThat(RunDirectory.create(runs, "…", Recorded.START).id()).isEqualTo("20261121T101500Z-run");
    }

    @Test
    void aRunRecordIsReadBackEqual() {
        RunDirectory run = written();
        assertThat(RunDirectory.open(run.path()).record()).isEqualTo(Recorded.run(run.id()));
        assertThat(run.path()).isDirectoryNotContaining("glob:**.tmp");
    }

    /** Logs may hold secrets until the run ends, whatever the umask is. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyItsOwnerSeesIntoARun() throws IOException {
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(written().path())))
                .isEqualTo("rwx------");
    }

    @Test
    void aTrialHasAFolderForLogsFromTheStart() {
        try (TrialWriter trial = written().begin("001-kafka-partitions=6")) {
            assertThat(trial.logs()).isDirectory().endsWithRaw(Path.of("trials", "001-kafka-partitions=6", "logs"));
        }
    }

    @Test
    void aTrialFolderOutsideOfTheRunIsRefused() {
        RunDirectory run = written();
        for (String name : List.of("../001", "a/b", "", ".", "a\nb", "rate=1/s", "-rf", "a\u001bb", "x".repeat(121))) {
            assertThatThrownBy(() -> run.begin(name))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one plain file name");
        }
    }

    /** A plan may come from elsewhere, so paths in it must not lead out of the run. */
    @Test
    void trialsThatWerePlannedAndHaveNoResultAreKnownByTheirBlock() throws IOException {
        RunDirectory run = written();
        run.write(Recorded.run(run.id())
                .planned(List.of(
                        "001-a",
                        "002-b",
                        "003-b",
                        "004-a",
                        "005-a",
                        "006-b",
                        "../007-b",
                        "a/b",
                        "no-number",
                        "\u0000")));
        try (TrialWriter finished = run.begin("001-a")) {
            Files.writeString(finished.folder().resolve(TrialWriter.RECORD), "{}");
        }
        try (TrialWriter failed = run.begin("003-b")) {
            failed.on(new TrialEvent.Failure("broker-1 ended with exit code 137\nits log says more"));
        }
        try (TrialWriter interrupted = run.begin("004-a")) {
            interrupted.interrupted();
            interrupted.on(new TrialEvent.Failure("it was interrupted by Ctrl-C"));
        }
        run.begin("005-a").close();

        assertThat(run.missing())
                .containsExactly(
                        new UnfinishedTrial("002-b", "b", 1, false, "not begun"),
                        new UnfinishedTrial("003-b", "b", 2, true, "broker-1 ended with exit code 137"),
                        new UnfinishedTrial("004-a", "a", 2, false, "it was interrupted by Ctrl-C"),
                        new UnfinishedTrial("005-a", "a", 3, false, "cut short"),
                        new UnfinishedTrial("006-b", "b", 3, false, "not begun"));
    }

    @Test
    void theFolderOfARunThatWasKilledBeforeItBeganIsNamedAsSuch() {
        Path folder = RunDirectory.create(base, "killed", Recorded.START).path();
        assertThatThrownBy(() -> RunDirectory.open(folder))
                .isInstanceOf(StoreException.class)
                .hasMessageEndingWith(
                        "it has no run.json. Its run was killed before it began: delete it, and run again.");
    }

    @Test
    void aFolderThatIsNoRunIsRefusedWithAHint() {
        RunDirectory run = written();
        assertThatThrownBy(() -> RunDirectory.open(base.resolve("absent")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("absent is not a folder");
        assertThatThrownBy(() -> RunDirectory.open(base))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "is not a run directory: it has no run.json. It contains runs, though; the newest is "
                                + run.path());
        assertThatThrownBy(() -> RunDirectory.open(run.path().resolve("trials")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Give a run directory");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, RunDirectory.FORMAT - 1, RunDirectory.FORMAT + 1})
    void anotherFormatIsRefusedWithBothNumbers(int format) throws IOException {
        RunDirectory run = written();
        Path file = run.path().resolve("run.json");
        Files.writeString(
                file, Files.readString(file).replace("\"format\" : " + RunDirectory.FORMAT, "\"format\" : " + format));
        assertThatThrownBy(() -> RunDirectory.open(run.path()))
                .isInstanceOf(StoreException.class)
                .hasMessageEndingWith(
                        "run.json has format %d, but this version of Assay reads only format %d: use the version that recorded it.",
                        format, RunDirectory.FORMAT);
    }

    @Test
    void aFieldThatNobodyKnowsDoesNotMatter() throws IOException {
        RunDirectory run = written();
        Path file = run.path().resolve("run.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"format\" : [0-9]+", "$0, \"later\" : [ 1 ]"));
        assertThat(RunDirectory.open(run.path()).record()).isEqualTo(Recorded.run(run.id()));
    }

    @Test
    void damagedRecordsAreNamed() throws IOException {
        RunDirectory run = written();
        Path file = run.path().resolve("run.json");
        String whole = Files.readString(file);
        Files.writeString(file, whole.substring(0, whole.length() / 2));
        assertThatThrownBy(() -> RunDirectory.readRun(run.path()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("run.json is damaged: ")
                .hasMessageContaining("line");
        Files.writeString(file, whole.replace("\"scenario\"", "\"scenery\""));
        assertThatThrownBy(() -> RunDirectory.readRun(run.path()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("run.json is damaged: ")
                .hasMessageContaining("'scenario'");
    }

    @Test
    void aTrialRecordWithAnUnknownNameIsDamaged() throws IOException {
        RunDirectory run = written();
        Path file;
        try (TrialWriter trial = run.begin("001-a")) {
            trial.on(new TrialEvent.Finish(Recorded.trial(1, "a")));
            file = trial.folder().resolve("trial.json");
        }
        Files.writeString(file, Files.readString(file).replace("\"level-2\"", "\"level-9\""));
        assertThatThrownBy(() -> RunDirectory.readRun(run.path()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("trial.json is damaged: ")
                .hasMessageContaining("level-9")
                .hasMessageContaining("[level-1, level-2, level-3, level-4]");
    }

    private RunDirectory written() {
        RunDirectory run = RunDirectory.create(base, "quickstart", Recorded.START);
        run.write(Recorded.run(run.id()));
        return run;
    }

    @Test
    void aRunKeepsTheCalibrationThatItsValuesStandBeside() {
        RunDirectory run = RunDirectory.create(base, "quickstart", Recorded.START);
        CalibrationStatus known = new CalibrationStatus(Optional.of(calibration()), "");
        run.write(Recorded.run(run.id(), known));
        assertThat(run.record().calibration()).isEqualTo(known);
    }

    private static Calibration calibration() {
        DurationStatistics some = new DurationStatistics(10, 1000, 2000, 3000);
        TransferRate transfer = new TransferRate(400e6, 1 << 20, 100);
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                MachineFingerprint.of("a/host", Map.of("kernel", "Linux")),
                List.of(new DiskCalibration(
                        "/cache",
                        "tmpfs on tmpfs",
                        Optional.empty(),
                        Optional.of(transfer),
                        new SyncCalibration(4096, 500, some),
                        new SyncCalibration(1 << 20, 50, some),
                        "no direct transfers")),
                1,
                List.of(new HarnessCeiling(1, 1024, 800_000, 799_000, true, 2)),
                Optional.of(new HarnessFloor(1024, 1000, some, some)),
                new LoopbackCalibration(some, transfer),
                some,
                100_000,
                some);
    }
}
