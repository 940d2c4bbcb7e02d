package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that metrics of clients are in the run directory, and explained in the report. */
@Tag("slow")
class ClientMetricsTest {
    @TempDir
    Path folder;

    /** With 200 messages a second of 2 s each, 400 are in flight (Little's law); a busy machine makes it a few more or fewer. */
    @Test
    void asManyMessagesAreHeldAsRateTimesLatency() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("held.yaml", """
                name: held
                systems:
                  memory: { law: constant, mean: 2 s }
                durability: level-4
                workload:
                  message: { size: 100 B }
                  rate: 200/s
                timing: { warmup: 4 s, measure: 5 s, drain: 30 s }
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "held.yaml");

        FinishedTrials.assertMeasured(ended);
        List<Double> held = new ArrayList<>();
        FinishedTrials.only(assay)
                .eachSecond(second -> second.samples().stream()
                        .filter(sample -> second.seconds() > 4.5 && second.seconds() < 9.5)
                        .filter(sample -> sample.metric().equals(Metrics.CLIENT_PENDING))
                        .forEach(sample -> {
                            assertThat(sample.labels()).isEqualTo(Labels.of(Labels.WORKER, "w1"));
                            held.add(sample.value());
                        }));
        assertThat(held).hasSizeGreaterThan(2);
        held.sort(null);
        assertThat(held.get(held.size() / 2)).isBetween(300.0, 500.0);
        Path run = assay.runs().getFirst();
        assertThat(Files.readString(run.resolve("report.html"))).contains("Messages held by clients");
    }
}
