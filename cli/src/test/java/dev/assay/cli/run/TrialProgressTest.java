package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.Obstacle;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.Progress;
import dev.assay.run.preflight.RunTimeEstimate;
import dev.assay.run.trial.TrialProgress;
import dev.assay.scenario.plan.ClusterWarmUp;
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
    private final Progress view = new TerminalProgress(new PrintWriter(text), false);
    private final TrialListener progress = new TrialProgress(view, new RunTimeEstimate(() -> 0));

    /** Plain lines are printed for the first part and for each further tenth; counting begins again with the next stage. */
    @Test
    void manyPartitionsAreCounted() {
        for (int created = 50; created <= 1000; created += 50) {
            progress.on(new TrialEvent.Partitions(TrialStage.CREATING_TOPICS, created, 1000));
        }
        progress.on(new TrialEvent.Partitions(TrialStage.ASSIGNING, 20, 1000));
        progress.on(new TrialEvent.Partitions(TrialStage.ASSIGNING, 20, 99));

        assertThat(text.toString().lines())
                .hasSize(12)
                .startsWith("creating topics, partitions: 50 of 1,000", "creating topics, partitions: 100 of 1,000")
                .endsWith(
                        "creating topics, partitions: 1,000 of 1,000",
                        "waiting for partitions, partitions: 20 of 1,000");
    }

    @Test
    void stagesAndSecondsOfTheLoadAreTold() {
        progress.on(TrialStage.OPENING);
        progress.on(new TrialEvent.Start(
                Instant.EPOCH,
                List.of(new Phase("warmup", 0, 5 * SECOND), new Phase("measure", 5 * SECOND, 65 * SECOND))));
        progress.on(TrialStage.LOADING);
        Histogram response = new Histogram(3);
        response.recordValue(2_000_000);
        progress.on(new TrialSecond(
                15,
                new LoadTotals(15_000, 15_000, 15_000, 0, List.of(14_993L)),
                response,
                List.of(
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 0.5),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-2"), 1.5),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.WORKER, "w1"), 1.9))));

        assertThat(text.toString().lines()).first().isEqualTo("opening producers and consumers");
        assertThat(text.toString().lines())
                .hasSize(2)
                .last()
                .asString()
                .contains(
                        "measure 10/60 s",
                        "achieved 1\u202f000 msg/s",
                        "response p50 2.0 ms, p99 2.0 ms, worst 2.0 ms (n 1)",
                        "backlog 7 msg",
                        "highest CPU of a server 150 % (broker-2)",
                        "about 0:50 left of the trial, 0:50 of the run");
    }

    @Test
    void whatAWarmUpWaitsForIsToldWhileItLasts() {
        progress.on(new TrialEvent.Start(
                Instant.EPOCH,
                List.of(new Phase("warmup", 0, 180 * SECOND), new Phase("measure", 180 * SECOND, 210 * SECOND))));
        progress.on(new TrialEvent.Steadiness(new SteadyRecord(
                "warmup",
                State.CHANGING,
                30,
                20,
                List.of(new SeriesRecord("response p50", State.CHANGING, 30, 0, 31, "ms", -0.6, -0.3)),
                List.of(new Obstacle(true, "compilers of broker-1 take", 0.4, 0.05, "cores")),
                List.of())));
        for (double end : new double[] {31, 200}) {
            progress.on(new TrialSecond(end, LoadTotals.ZERO, new Histogram(3), List.of()));
        }
        view.clear();

        assertThat(text.toString())
                .contains(
                        "warmup 31/180 s: compilers of broker-1 take 0.40 cores (steady below 0.050), response p50 31.0 ms and falling  offered")
                .contains("measure 20/30 s  offered");
    }

    @Test
    void theWarmUpOfAClusterTellsItsSecondsAndWhatItWaitsForButNoStagesAsThoseAreTheTrials() {
        TrialListener warmUp =
                TrialProgress.ofClusterWarmUp(view, new RunTimeEstimate(() -> 0), Duration.ofSeconds(50));
        warmUp.on(TrialStage.OPENING);
        warmUp.on(new TrialEvent.Start(Instant.EPOCH, List.of(new Phase(ClusterWarmUp.PHASE, 0, 180 * SECOND))));
        warmUp.on(new TrialEvent.Steadiness(new SteadyRecord(
                ClusterWarmUp.PHASE,
                State.NOT_KNOWN,
                31,
                20,
                List.of(new SeriesRecord("response p50", State.STEADY, 30, 0, 31, "ms", 0, 0)),
                List.of(),
                List.of())));
        warmUp.on(new TrialSecond(31, LoadTotals.ZERO, new Histogram(3), List.of()));
        view.clear();

        assertThat(text.toString())
                .startsWith("cluster-warmup 31/180 s: steady, to be confirmed by a second look  offered")
                .contains("about 3:19 left of the trial, 3:19 of the run");
    }

    @Test
    void ratesAreOfTheSecondAlone() {
        progress.on(new TrialEvent.Start(Instant.EPOCH, List.of(new Phase("measure", 0, 60 * SECOND))));
        for (int second = 1; second <= 2; second++) {
            LoadTotals totals =
                    new LoadTotals(1000L * second, 900L * second, 500L * second * second, second, List.of());
            progress.on(new TrialSecond(second, totals, new Histogram(3), List.of()));
        }
        view.clear();

        assertThat(text.toString().lines().toList().getLast())
                .contains("offered 1\u202f000 msg/s", "achieved 1\u202f500 msg/s", "errors 1 msg");
    }
}
