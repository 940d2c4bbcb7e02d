package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the events of a run on standard output, which are one a line, with nothing else. */
class EventsTest {
    private static final Pattern EVENT = Pattern.compile("\\{\"event\":\"([a-z-]+)\",\"at\":\"[^\"]+\",.*}");

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    private static List<String> types(String out) {
        return out.lines()
                .map(line -> {
                    Matcher event = EVENT.matcher(line);
                    assertThat(event.matches()).as(line).isTrue();
                    return event.group(1);
                })
                .toList();
    }

    @Test
    void aRunOfTwoTrialsFromItsStartToItsExitCode() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("[100 B, 200 B]", "2 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--json");

        List<String> types = types(ended.out());
        assertThat(types).startsWith("run-started").endsWith("run-finished");
        assertThat(types.stream().filter("trial-started"::equals)).hasSize(2);
        assertThat(types.stream().filter("trial-finished"::equals)).hasSize(2);
        assertThat(types.stream().filter("second"::equals)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(ended.out().lines().toList().getLast())
                .contains("\"report\":\"runs/", "\"exit_code\":" + ended.code())
                .doesNotContain("failure");
    }

    @Test
    void ctrlCEndsWithAnEventAsWell() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "5 min"));
        Running running = assay.start("run", "memory.yaml", "--json").awaitText("\"second\"", AssayProgram.PATIENCE);

        Processes.signal(running.pid(), "INT");

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertThat(types(ended.out())).contains("trial-failed").endsWith("run-finished");
        assertThat(ended.out().lines().toList().getLast()).contains("\"exit_code\":130");
    }

    @Test
    void whatIsForPeopleAloneIsRefusedBesideIt() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--json", "--quiet");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("--json", "leave one of them out");
    }
}
