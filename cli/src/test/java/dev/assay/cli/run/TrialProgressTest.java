package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.Progress;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.trial.TrialListener;
import dev.assay.core.trial.TrialSecond;
import dev.assay.core.trial.TrialStage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrialProgressTest {
    private static final long SECOND = 1_000_000_000;

    private final StringWriter text = new StringWriter();
    private final TrialListener progress =
            new TrialProgress(new Progress(new PrintWriter(text), false), Duration.ofSeconds(60), true);

    /** Plain lines: the first, then one for each further tenth; the count begins again with the next stage. */
    @Test
    void manyPartitionsAreCounted() {
        for (int created = 50; created <= 1000; created += 50) {
            progress.onPartitions(TrialStage.CREATING_TOPICS, created, 1000);
        }
        progress.onPartitions(TrialStage.ASSIGNING, 20, 1000);
        progress.onPartitions(TrialStage.ASSIGNING, 20, 99);

        assertThat(text.toString().lines())
                .hasSize(12)
                .startsWith("creating topics, partitions: 50 of 1,000", "creating topics, partitions: 100 of 1,000")
                .endsWith(
                        "creating topics, partitions: 1,000 of 1,000",
                        "waiting for partitions, partitions: 20 of 1,000");
    }

    @Test
    void stagesAndSecondsOfTheLoadAreTold() {
        progress.onStage(TrialStage.OPENING);
        progress.onStart(
                Instant.EPOCH,
                List.of(new Phase("warmup", 0, 5 * SECOND), new Phase("measure", 5 * SECOND, 65 * SECOND)));
        progress.onStage(TrialStage.LOADING);
        Histogram response = new Histogram(3);
        response.recordValue(2_000_000);
        progress.onSecond(new TrialSecond(
                15, new LoadTotals(1000, 1000, 1000, 0, List.of(993L)), response, List.of(Metrics.ACKED.of(1000))));

        assertThat(text.toString().lines()).first().isEqualTo("opening producers and consumers");
        assertThat(text.toString().lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("measure 10/1 min", "1\u202f000 msg/s", "response p99 2.0 ms", "backlog 7", "1:50 left");
    }
}
