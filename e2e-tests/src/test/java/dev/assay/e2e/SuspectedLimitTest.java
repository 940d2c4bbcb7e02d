package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command that a report prints beside a suspected limit, and checks that it decides. */
@Tag("slow")
@Tag("alone")
class SuspectedLimitTest {
    /** Five messages in flight for 20 ms each are 250 a second, of 400 that are offered; twenty are 1,000. */
    private static final String LIMITED_IN_FLIGHT = """
            name: limited
            systems:
              memory: { law: constant, mean: 20 ms }
            durability: level-4
            workload:
              message: { size: 100 B }
              rate: 400/s
              in-flight: 5
            timing: { warmup: 1 s, measure: 3 s, drain: 60 s }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void aLimitOfMessagesInFlightIsFoundAndPartitionsAreNone() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("limited.yaml", LIMITED_IN_FLIGHT);
        assertThat(assay.run(AssayProgram.PATIENCE, "run", "limited.yaml").code())
                .as("the rate is missed")
                .isEqualTo(5);
        String report = assay.run(
                        AssayProgram.PATIENCE, "report", assay.runs().getFirst().toString(), "--verbose")
                .out();

        assertThat(judged(assay, report, "workload.in-flight=5,20"))
                .containsPattern("achieved was (1\\.[4-9]|0\\.[56])\\d* times as large");
        assertThat(judged(assay, report, "workload.partitions=1,4"))
                .contains("achieved")
                .doesNotContain("times as large", "too few trials");
    }

    private static String judged(AssayProgram assay, String report, String dimension) throws Exception {
        String command = report.lines()
                .map(String::strip)
                .filter(line -> line.contains(" --set " + dimension))
                .findFirst()
                .orElseThrow();
        Ended tested = assay.run(
                AssayProgram.PATIENCE.multipliedBy(2),
                command.substring(command.indexOf("run limited.yaml")).split(" "));
        assertThat(tested.code()).as(tested.toString()).isEqualTo(5);
        Ended compared = assay.run(
                AssayProgram.PATIENCE, "compare", assay.runs().getLast().toString(), "--of", "achieved");
        return compared.out().replaceAll("\\s+", " ");
    }
}
