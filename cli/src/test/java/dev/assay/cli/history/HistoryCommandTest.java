package dev.assay.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCommandTest {
    /** Of a machine whose processors were busy: its trial is DEGRADED. */
    private static final Path RECORDED = Path.of("../run/src/test/resources/dev/assay/run/directory/recorded-run");

    @TempDir
    Path base;

    private Path copy(String folder, String id, String day) throws IOException {
        Path run = base.resolve(folder);
        Files.createDirectories(run);
        try (Stream<Path> files = Files.walk(RECORDED)) {
            for (Path file : files.skip(1).toList()) {
                Files.copy(file, run.resolve(RECORDED.relativize(file).toString()));
            }
        }
        replace(run.resolve("run.json"), "20261125T040309Z-in-memory", id);
        replace(run.resolve("run.json"), "2026-11-25T04", day + "T04");
        return run;
    }

    private static void replace(Path file, String what, String with) throws IOException {
        Files.writeString(file, Files.readString(file).replace(what, with));
    }

    @Test
    void runs_are_listed_from_the_oldest_wherever_they_lie() throws IOException {
        copy("b/new", "new", "2026-11-23");
        copy("a/deeper/old", "old", "2026-11-21");
        Ended ended = ProgramUnderTest.run("history", base.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .containsSubsequence(
                        "2026-11-21 04:03:09 UTC  in-memory  memory",
                        "old: 1 DEGRADED",
                        "2026-11-23 04:03:09 UTC",
                        "new: 1 DEGRADED",
                        "no value counts, valid 0 % (n = 1); left out: 1 disturbed by other work",
                        "Trend of in-memory, memory (2 runs");
    }

    @Test
    void what_is_no_finished_run_is_named_and_counted_and_does_no_harm() throws IOException {
        copy("good", "good", "2026-11-23");
        copy("twin", "good", "2026-11-23");
        replace(
                copy("newer", "newer", "2026-11-23").resolve("run.json"),
                "\"format\" : " + RunDirectory.FORMAT,
                "\"format\" : 99");
        replace(copy("timeless", "timeless", "2026-11-23").resolve("run.json"), "2026-11-23T04", "then");
        replace(
                copy("short", "short", "2026-11-23").resolve("run.json"),
                "\"planned\" : [ \"001-memory\" ]",
                "\"planned\" : [ \"001-memory\", \"002-memory\" ]");
        Files.delete(copy("empty", "empty", "2026-11-23").resolve("trials/001-memory/trial.json"));
        Files.createDirectories(base.resolve("notes/of/mine"));
        Files.createDirectories(base.resolve(".hidden"));
        Ended ended = ProgramUnderTest.run("history", base.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.out()).contains("good: 1 DEGRADED").doesNotContain("short:", "timeless:");
        assertThat(ended.err())
                .contains("left out, because they are not finished runs: 6")
                .contains("notes: neither a run nor a folder with runs", "has format 99", "no trial finished")
                .contains("not finished: 1 of 2 trials are missing", "started at 'then")
                .containsPattern("(twin|good): the same run as .*(good|twin)")
                .doesNotContain("hidden");
    }

    @Test
    void a_folder_without_runs_is_refused() throws IOException {
        Ended none = ProgramUnderTest.run("history", base.toString());
        copy("run", "run", "2026-11-23");
        Ended other = ProgramUnderTest.run("history", base.toString(), "--scenario", "quickstart");
        Ended nowhere = ProgramUnderTest.run("history", base.resolve("nowhere").toString());

        for (Ended ended : new Ended[] {none, other, nowhere}) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(ended.err().replaceAll("\\s+", " "))
                    .contains("no finished run", "give the folder that holds runs");
        }
        assertThat(other.err()).contains("'quickstart'");
        assertThat(ProgramUnderTest.run("history", base.toString(), "--scenario", "in-memory")
                        .code())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"benchstat", "otava"})
    void trials_that_do_not_count_are_not_exported(String format) throws IOException {
        copy("runs/one", "one", "2026-11-23");
        Path to = base.resolve("exported");
        Ended ended = ProgramUnderTest.run(
                "history", base.resolve("runs").toString(), "--export", format, "--to", to.toString());

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains(
                        "there is no value to export for " + format,
                        "left out: 1 disturbed by other work on the machine");
        assertThat(to).doesNotExist();
    }

    @Test
    void options_that_do_not_fit_together_are_told() {
        assertThat(ProgramUnderTest.run("history", base.toString(), "--export", "otava")
                        .err())
                .contains("--export needs --to");
        assertThat(ProgramUnderTest.run("history", base.toString(), "--to", "x").err())
                .contains("--to needs --export with a format: otava, benchstat");
        Ended unknown = ProgramUnderTest.run("history", base.toString(), "--export", "excel", "--to", "x");
        assertThat(unknown.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(unknown.err()).contains("expected one of otava", "'excel'");
    }
}
