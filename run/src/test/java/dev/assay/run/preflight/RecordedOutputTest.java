package dev.assay.run.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The size of a run directory is estimated before the run begins. */
class RecordedOutputTest {
    private static List<PlannedTrial> plan(String rate, String measure, int repeat) throws Exception {
        String text = "name: r\nsystems: { memory: {} }\n"
                + "workload: { producers: 256, rate: " + rate + " }\n"
                + "timing: { warmup: 10 s, measure: " + measure + " }\nrepeat: " + repeat + "\n";
        return ScenarioFile.read("r.yaml", text, List.of(), Set.of()).plan().trials();
    }

    /** Seen: 7 kB a second of one worker with 2000 messages a second, and 4.2 kB a line with 20 000 samples. */
    @Test
    void aWorkerWritesSomeKilobytesASecond() throws Exception {
        assertThat(RecordedOutput.bytes(plan("2000/s", "30 s", 1), 1) / 40).isBetween(10e3, 16e3);
        assertThat(RecordedOutput.bytes(plan("20000/s", "30 s", 1), 1) / 40).isBetween(25e3, 32e3);
    }

    @Test
    void trialsAddUp() throws Exception {
        assertThat(RecordedOutput.bytes(plan("2000/s", "30 s", 5), 1))
                .isCloseTo(5 * RecordedOutput.bytes(plan("2000/s", "30 s", 1), 1), withinPercentage(0.01));
    }

    /** A line for each worker and metric would be 154 GB. */
    @Test
    void aDayOf256WorkersIsForecast() throws Exception {
        assertThat(RecordedOutput.bytes(plan("512000/s", "24 h", 1), 256)).isBetween(40e9, 60e9);
    }
}
