package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.event.EventLines;
import dev.assay.run.event.Progress;
import dev.assay.run.launch.Launch;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.launch.RunOutcome;
import dev.assay.run.launch.RunReport;
import dev.assay.run.launch.RunRequest;
import dev.assay.run.stage.RunStage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the events of a run that ends with an {@link Error}. */
class ErrorsOfARunTest {
    @TempDir
    Path base;

    static Stream<Error> errors() {
        return Stream.of(new OutOfMemoryError("Java heap space"), new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("errors")
    void itIsTheLastEventWithTheCodeOfADefect(Error error) {
        StringWriter out = new StringWriter();
        Progress progress = TerminalProgress.events(
                new EventLines(new PrintWriter(out), Clock.systemUTC()), new PrintWriter(new StringWriter()));
        RunRequest request = new RunRequest(
                "errors",
                List.of(),
                "name: errors\n",
                List.of(),
                List.of("run", "errors.yaml"),
                base.resolve("runs"),
                Optional.empty(),
                Optional.empty(),
                false,
                true);
        RunStage failing = _ -> {
            throw error;
        };
        RunReport report = _ -> new RunOutcome(Grade.VALID, ExitCode.OK);

        assertThatThrownBy(() -> Launch.of(
                                new AssayCache(base.resolve("cache")),
                                request,
                                List.of(failing),
                                new RunAudience(progress, report))
                        .run())
                .isSameAs(error);

        List<String> lines = out.toString().lines().toList();
        JsonNode last = JsonMapper.builder().build().readTree(lines.getLast());
        assertThat(last.path("event").stringValue()).isEqualTo("run-finished");
        assertThat(last.path("exit_code").intValue()).isEqualTo(70);
        assertThat(last.path("failure").stringValue()).startsWith("it ran out of ");
    }
}
