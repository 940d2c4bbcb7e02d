package dev.assay.run.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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
        assertThat(run.path().resolve("run.json.tmp")).doesNotExist();
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
            trial.onFinish(Recorded.trial(1, "a"));
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
}
