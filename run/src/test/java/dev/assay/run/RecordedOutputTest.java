package dev.assay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run writes is known before it begins. */
class RecordedOutputTest {
    private static Plan plan(String rate, String measure, int repeat) throws Exception {
        String text = "name: r\nsystems: { memory: {} }\n"
                + "workload: { producers: 256, rate: " + rate + " }\n"
                + "timing: { warmup: 10 s, measure: " + measure + " }\nrepeat: " + repeat + "\n";
        return ScenarioFile.read("r.yaml", text, List.of(), Set.of()).plan();
    }

    /** Seen: 7 kB a second of one worker with 2000 messages a second, and 4.2 kB a line with 20 000 samples. */
    @Test
    void aWorkerWritesSomeKilobytesASecond() throws Exception {
        assertThat(RecordedOutput.of(plan("2000/s", "30 s", 1), 1).mostPerSecond())
                .isBetween(10e3, 16e3);
        assertThat(RecordedOutput.of(plan("20000/s", "30 s", 1), 1).mostPerSecond())
                .isBetween(25e3, 32e3);
    }

    @Test
    void trialsAddUp() throws Exception {
        RecordedOutput once = RecordedOutput.of(plan("2000/s", "30 s", 1), 1);
        assertThat(RecordedOutput.of(plan("2000/s", "30 s", 5), 1).bytes())
                .isCloseTo(5 * once.bytes(), withinPercentage(0.01));
        assertThat(once.bytes()).isCloseTo(40 * once.mostPerSecond(), withinPercentage(0.01));
        assertThat(once.line()).isEmpty();
    }

    /** A line for each worker and metric would be 154 GB. */
    @Test
    void aDayOf256WorkersIsForecastAndCheckedBeforeItBegins() throws Exception {
        RecordedOutput day = RecordedOutput.of(plan("512000/s", "24 h", 1), 256);

        assertThat(day.bytes()).isBetween(40e9, 60e9);
        assertThat(day.line())
                .hasValueSatisfying(line -> assertThat(line)
                        .startsWith("records: about ")
                        .endsWith(" GB in the run directory, up to 0.6 MB a second"));
        assertThatThrownBy(() -> day.requireOf(Path.of("runs"), 20_000_000_000L))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageStartingWith("the run would write about ")
                .hasMessageContaining(" GB of records to runs, but only 20.0 GB are free there")
                .hasMessageContaining("--out");
        assertThatCode(() -> day.requireOf(Path.of("runs"), 100_000_000_000L)).doesNotThrowAnyException();
    }

    @Test
    void aFolderThatIsNotThereYetIsOnTheDiskOfTheOneAboveIt(@TempDir Path folder) throws Exception {
        RecordedOutput little = RecordedOutput.of(plan("2000/s", "30 s", 1), 1);
        assertThatCode(() -> little.require(folder.resolve("not/there"))).doesNotThrowAnyException();
    }
}
