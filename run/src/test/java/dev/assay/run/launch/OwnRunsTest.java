package dev.assay.run.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnRunsTest {
    private static final RunRecord RUN = run("1-x", "name: x\n", "seed=3");
    private static final LaunchOptions OPTIONS = options("name: x\n", "seed=3");

    @TempDir
    Path folder;

    private OwnRuns runs() {
        return OwnRuns.of(new AssayCache(folder.resolve("cache")));
    }

    private static LaunchOptions options(String text, String override) {
        return new LaunchOptions(
                "/home/x.yaml",
                text,
                List.of(override),
                List.of(),
                List.of(),
                1,
                new WorkerPlaces(List.of("load-1:9100"), Optional.empty(), List.of()),
                Optional.of("/keys/token"),
                Optional.of("/keys/ca"),
                0,
                false,
                true,
                Optional.of("./set-up"),
                Optional.of(Map.of("a:b:1", "0f")));
    }

    private static RunRecord run(String id, String text, String override) {
        return new RunRecord(
                id,
                "x",
                text,
                List.of(override),
                List.of("./assay", "run", "x.yaml"),
                Instant.EPOCH.toString(),
                "0.1.0",
                Map.of(),
                Map.of(),
                List.of(),
                List.of("001-x"),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED);
    }

    private List<Path> files() throws Exception {
        try (var files = Files.list(runs().folder())) {
            return files.toList();
        }
    }

    @Test
    void aRunIsKnownByWhatItRuns() {
        assertThat(runs().of(RUN)).isEmpty();

        runs().add(RUN, OPTIONS);

        assertThat(runs().of(RUN)).contains(OPTIONS);
        assertThat(List.of(
                        run("2-x", "name: x\n", "seed=3"),
                        run("1-x", "name: y\n", "seed=3"),
                        run("1-x", "name: x\n", "seed=4")))
                .allSatisfy(other -> assertThat(runs().of(other)).isEmpty());
    }

    @Test
    void topicsAreOfTheRunThatNamedThem() {
        runs().add(RUN, OPTIONS);
        runs().addTopics(RUN, "0a1b2c3d");
        runs().addTopics(RUN, "0a1b2c3f");

        assertThat(runs().hasTopics(RUN, "0a1b2c3d")).isTrue();
        assertThat(runs().hasTopics(RUN, "0a1b2c3f")).isTrue();
        assertThat(runs().hasTopics(RUN, "0a1b2c3e")).isFalse();
        assertThat(runs().hasTopics(run("2-x", "name: x\n", "seed=3"), "0a1b2c3d"))
                .isFalse();
        assertThat(runs().of(RUN)).contains(OPTIONS);
    }

    @Test
    void ofARunThatOthersHaveStartedNoTopicsAreKnown() {
        runs().addTopics(RUN, "0a1b2c3d");

        assertThat(runs().hasTopics(RUN, "0a1b2c3d")).isFalse();
        assertThat(runs().of(RUN)).isEmpty();
    }

    @Test
    void whatChangesWhileARunGoesOnDoesNotMatter() {
        runs().add(RUN, OPTIONS);

        assertThat(runs().of(RUN.planned(List.of("001-x", "002-x")).withFindings(List.of("done"))))
                .contains(OPTIONS);
    }

    @Test
    void itIsKnownAgainFromItsDirectory() {
        runs().add(RUN, OPTIONS);
        RunDirectory directory = RunDirectory.create(folder.resolve("runs"), "x", Instant.EPOCH);
        directory.write(RUN);

        assertThat(runs().of(RunDirectory.open(directory.path()).record())).contains(OPTIONS);
    }

    @Test
    void aRecordIsThisUsersAlone() throws Exception {
        runs().add(RUN, OPTIONS);

        assertThat(files()).hasSize(1);
        Path file = files().getFirst();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> runs().of(RUN))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("others may read or change it (rw-r--r--)");
    }

    @Test
    void aRecordOfSomethingElseIsNone() throws Exception {
        runs().add(RUN, OPTIONS);
        Files.writeString(files().getFirst(), "{}");

        assertThat(runs().of(RUN)).isEmpty();
    }
}
