package dev.assay.bench.reading;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Writes an invented run: one trial, each second a histogram of every metric and worker, with log-normal latencies around a
 * millisecond as a Kafka cluster shows them, and a series of 60 tracks.
 */
final class RecordedTrial {
    private static final int WARMUP_SECONDS = 60;
    private static final int SAMPLES = 20_000;
    private static final int TRACKS = 60;
    private static final long SECOND = 1_000_000_000L;
    private static final double MEDIAN_NANOS = 1.2e6;
    private static final double SPREAD = 0.8;

    private final int workers;
    private final int seconds;
    private final SplittableRandom random = new SplittableRandom(42);

    /** @param seconds of which the first {@value #WARMUP_SECONDS} are warm-up */
    RecordedTrial(int workers, int seconds) {
        this.workers = workers;
        this.seconds = seconds;
    }

    /** Writes the run below {@code base}, and returns its folder. */
    Path write(Path base) {
        RunDirectory run = RunDirectory.create(base, "reading", Instant.EPOCH);
        run.write(new RunRecord(
                run.id(),
                "reading",
                "name: reading\n",
                List.of(),
                List.of("assay", "run"),
                "2026-01-01T00:00:00Z",
                "0",
                Map.of(),
                Map.of(),
                List.of(),
                List.of("one"),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
        try (TrialWriter trial = run.begin("001-one")) {
            trial.on(new TrialEvent.Start(Instant.EPOCH, List.of()));
            for (int second = 0; second < seconds; second++) {
                append(trial, second);
            }
            trial.on(new TrialEvent.Finish(record()));
        }
        return run.path();
    }

    private void append(TrialWriter trial, int second) {
        String phase = second < WARMUP_SECONDS ? Phase.WARMUP : Phase.MEASURE;
        for (int worker = 1; worker <= workers; worker++) {
            List<IntervalHistogram> histograms = new ArrayList<>();
            for (LatencyMetric metric : LatencyMetric.values()) {
                histograms.add(new IntervalHistogram(phase, metric, latencies(SAMPLES), 0, 0));
            }
            trial.on(new TrialEvent.Interval(new WorkerInterval(
                    "w" + worker,
                    second * SECOND,
                    (second + 1) * SECOND,
                    LoadTotals.ZERO,
                    new HarnessSample(0, 0, 0, 0, latencies(1000)),
                    histograms)));
        }
        trial.on(new TrialSecond(second + 1, LoadTotals.ZERO, new Histogram(3), samples()));
    }

    private Histogram latencies(int samples) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < samples; i++) {
            histogram.recordValue((long) (MEDIAN_NANOS * Math.exp(SPREAD * random.nextGaussian())));
        }
        return histogram;
    }

    private List<Sample> samples() {
        return IntStream.range(0, TRACKS)
                .mapToObj(node -> Metrics.PROCESS_NETWORK_SENT.of(
                        Labels.of(Labels.NODE, "broker-" + node), random.nextDouble() * 1e6))
                .toList();
    }

    private TrialRecord record() {
        return new TrialRecord(
                new TrialIdentity(1, "one", 1, Map.of()),
                new TrialPlan(
                        Map.of(),
                        Workload.usual(),
                        ResultStatistics.DEFAULT,
                        NodeDisks.USUAL,
                        OptionalInt.empty(),
                        1000,
                        1000),
                new TrialSetup(
                        new SystemIdentity("memory", "0", "0", "local", 1),
                        DurabilityStatement.holding(DurabilityLevel.LEVEL_1),
                        EffectiveConfig.NONE,
                        ClusterHistory.UNKNOWN,
                        IntStream.rangeClosed(1, workers)
                                .mapToObj(worker -> "w" + worker)
                                .toList(),
                        List.of(),
                        0),
                new TrialCourse(
                        "2026-01-01T00:00:00Z",
                        List.of(
                                new Phase(Phase.WARMUP, 0, WARMUP_SECONDS * SECOND),
                                new Phase(Phase.MEASURE, WARMUP_SECONDS * SECOND, seconds * SECOND)),
                        List.of(),
                        List.of(),
                        List.of(),
                        new DrainRecord(true, 0, List.of()),
                        new Delivery(0, 0, 0, 0, 0, 0, List.of(), List.of()),
                        List.of(),
                        List.of(),
                        List.of()),
                Verdict.of(List.of()));
    }
}
