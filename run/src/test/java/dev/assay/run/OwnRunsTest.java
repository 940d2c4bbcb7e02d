package dev.assay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.exit.CommandFailure;
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
    private static final RunRecord RUN = run("1-x", "name: x\n", "seed=3", "load-1:9100", "/keys/token", "/keys/ca");

    @TempDir
    Path folder;

    private OwnRuns runs(String cache) {
        return OwnRuns.of(new AssayCache(folder.resolve(cache)));
    }

    private static RunRecord run(
            String id, String text, String override, String worker, String token, String authority) {
        RunChoices choices = new RunChoices(
                "0.1.0",
                "x.yaml",
                "1 block",
                List.of(),
                List.of(),
                1,
                List.of(worker),
                0,
                Optional.of(token),
                Optional.of(authority));
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
                Optional.of(choices),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED);
    }

    @Test
    void aRunIsKnownByAllThatItDecides() {
        assertThat(runs("cache").has(RUN)).isFalse();

        runs("cache").add(RUN);

        assertThat(runs("cache").has(RUN)).isTrue();
        assertThat(List.of(
                        run("2-x", "name: x\n", "seed=3", "load-1:9100", "/keys/token", "/keys/ca"),
                        run("1-x", "name: y\n", "seed=3", "load-1:9100", "/keys/token", "/keys/ca"),
                        run("1-x", "name: x\n", "seed=4", "load-1:9100", "/keys/token", "/keys/ca"),
                        run("1-x", "name: x\n", "seed=3", "evil:9100", "/keys/token", "/keys/ca"),
                        run("1-x", "name: x\n", "seed=3", "load-1:9100", "/keys/mine", "/keys/ca"),
                        run("1-x", "name: x\n", "seed=3", "load-1:9100", "/keys/token", "runs/1-x/ca")))
                .noneMatch(runs("cache")::has);
    }

    @Test
    void topicsAreOfTheRunThatNamedThem() {
        runs("cache").addTopics(RUN, "0a1b2c3d");

        assertThat(runs("cache").hasTopics(RUN, "0a1b2c3d")).isTrue();
        assertThat(runs("cache").hasTopics(RUN, "0a1b2c3e")).isFalse();
        assertThat(runs("cache").hasTopics(run("2-x", "name: x\n", "seed=3", "load-1:9100", "/t", "/c"), "0a1b2c3d"))
                .isFalse();
        assertThat(runs("cache").has(RUN)).isFalse();
    }

    @Test
    void whatChangesWhileARunGoesOnDoesNotMatter() {
        runs("cache").add(RUN);

        assertThat(runs("cache").has(RUN.planned(List.of("001-x", "002-x")).found(List.of("done"))))
                .isTrue();
    }

    @Test
    void itIsKnownAgainFromItsDirectory() {
        runs("cache").add(RUN);
        RunDirectory directory = RunDirectory.create(folder.resolve("runs"), "x", Instant.EPOCH);
        directory.write(RUN);

        assertThat(runs("cache").has(RunDirectory.open(directory.path()).record()))
                .isTrue();
    }

    @Test
    void anotherCacheKnowsItNotEvenWithTheRecordsOfThisOne() throws Exception {
        runs("cache").add(RUN);
        runs("other").add(run("2-x", "", "", "a:1", "", ""));
        try (var records = Files.list(runs("cache").folder())) {
            for (Path record : records.filter(file -> !file.endsWith("key")).toList()) {
                Files.copy(record, runs("other").folder().resolve(record.getFileName()));
            }
        }

        assertThat(runs("other").has(RUN)).isFalse();
    }

    @Test
    void aKeyThatOthersCanReadIsNotUsed() throws Exception {
        runs("cache").add(RUN);
        Files.setPosixFilePermissions(
                runs("cache").folder().resolve("key"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> runs("cache").has(RUN))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("others may read or change it (rw-r--r--)");
    }
}
