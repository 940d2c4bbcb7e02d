package dev.assay.cli.compare;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.TrialSubscription;
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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Writes the directories of a nightly scenario's runs, three VALID trials each: seven nights of one server version, then four of a newer
 * one whose slowest messages take a quarter longer, then one on another machine. One night has no end-to-end latencies, and another has an
 * INVALID trial.
 */
final class RecordedNights {
    static final int BEFORE = 7;
    static final int AFTER = 4;
    static final int TRIALS = 3;
    static final double INJECTED = 1.25;

    static final String CHANGED = "20261108T030000Z-nightly";

    private static final Instant START = Instant.parse("2026-11-01T03:00:00Z");
    private static final int WITHOUT_ARRIVALS = 4;
    private static final int WITH_INVALID = 3;
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 10;
    private static final int RATE = 3000;
    private static final int SLOW = 100;
    private static final List<String> WORKERS = List.of("w1");

    private RecordedNights() {}

    static void below(Path base) {
        IntStream.rangeClosed(0, BEFORE + AFTER).forEach(night -> record(base, night));
    }

    private static void record(Path base, int night) {
        Instant start = START.plus(night, ChronoUnit.DAYS);
        RunDirectory run = RunDirectory.create(base, "nightly", start);
        int trials = night == WITH_INVALID ? TRIALS + 1 : TRIALS;
        List<TrialRecord> records = IntStream.rangeClosed(1, trials)
                .mapToObj(number -> trial(night, number))
                .toList();
        run.write(new RunRecord(
                run.id(),
                "nightly",
                "",
                List.of(),
                List.of("assay"),
                start.toString(),
                "0.1.0",
                Map.of("kernel", "Linux 6.1", "jvm", "OpenJDK 25"),
                Map.of(),
                List.of(),
                records.stream().map(TrialRecord::folder).toList(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
        records.forEach(record -> write(run, start, night, record));
    }

    private static void write(RunDirectory run, Instant start, int night, TrialRecord record) {
        try (TrialWriter trial = run.begin(record.folder())) {
            trial.on(new TrialEvent.Start(start, record.course().phases()));
            for (int second = 0; second < SECONDS; second++) {
                trial.on(new TrialEvent.Interval(
                        interval(night, record.identity().number(), second)));
                trial.on(new TrialSecond(second + 1, LoadTotals.ZERO, new Histogram(3), samples()));
            }
            trial.on(new TrialEvent.Finish(record));
        }
    }

    private static WorkerInterval interval(int night, int trial, int second) {
        // Nights and trials differ a little, always in the same way.
        double slowness = (night < BEFORE ? 1 : INJECTED) * (1 + 0.001 * (night * 7 % 10) + 0.002 * trial);
        List<IntervalHistogram> histograms = new ArrayList<>();
        histograms.add(sent(LatencyMetric.SCHEDULE_LAG, latencies(1_000, 10_000)));
        histograms.add(sent(LatencyMetric.SERVICE, latencies(1_900_000, 4_000_000 * slowness)));
        histograms.add(sent(LatencyMetric.RESPONSE, latencies(1_900_000, 4_000_000 * slowness)));
        if (night != WITHOUT_ARRIVALS) {
            Histogram arrivals = latencies(2_500_000, 5_000_000 * slowness);
            histograms.add(new IntervalHistogram(Phase.MEASURE, LatencyMetric.END_TO_END, "s1", arrivals, 0, 0));
        }
        return new WorkerInterval(
                WORKERS.getFirst(),
                second * SECOND,
                (second + 1) * SECOND,
                LoadTotals.ZERO,
                new HarnessSample(0, 0, 0, 0, latencies(1_000, 10_000)),
                histograms);
    }

    private static IntervalHistogram sent(LatencyMetric metric, Histogram histogram) {
        return new IntervalHistogram(Phase.MEASURE, metric, histogram, 0, 0);
    }

    /** Returns latencies of which one in thirty is slow, so that p99 is a slow one. */
    private static Histogram latencies(double usual, double slow) {
        Histogram histogram = new Histogram(3);
        for (int message = 0; message < RATE - SLOW; message++) {
            histogram.recordValue(Math.round(usual * (0.9 + 0.2 * message / RATE)));
        }
        for (int message = 0; message < SLOW; message++) {
            histogram.recordValue(Math.round(slow * (0.95 + 0.1 * message / SLOW)));
        }
        return histogram;
    }

    private static List<Sample> samples() {
        Labels tail = Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1");
        Labels host = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        Labels worker = Labels.of(Labels.WORKER, WORKERS.getFirst());
        return List.of(
                Metrics.OFFERED.of(RATE),
                Metrics.SENT.of(RATE),
                Metrics.ACKED.of(RATE),
                Metrics.FAILED.of(0),
                Metrics.RECEIVED.of(tail, RATE),
                Metrics.BACKLOG.of(tail, 3),
                Metrics.HOST_CPU_BUSY.of(host, 0.5),
                Metrics.HOST_CPU_STEAL.of(host, 0.01),
                Metrics.PROCESS_CPU.of(worker, 0.5),
                Metrics.WORKER_GC_PAUSE.of(worker, 0.001));
    }

    private static TrialRecord trial(int night, int number) {
        long messages = (long) RATE * SECONDS;
        int corrupted = number > TRIALS ? 1 : 0;
        String machine = night < BEFORE + AFTER ? "a" : "b";
        return new TrialRecord(
                new TrialIdentity(number, "kafka", number, Map.of("workload.partitions", "6")),
                new TrialPlan(
                        Map.of("workload.partitions", "6", "workload.rate", RATE + "/s"),
                        Workload.usual(),
                        ResultStatistics.DEFAULT,
                        NodeDisks.USUAL,
                        OptionalInt.empty(),
                        RATE,
                        1000),
                new TrialSetup(
                        new SystemIdentity(
                                "kafka", night < BEFORE ? "4.2.0" : "4.3.1", "kafka-clients 4.3.1", "local", 3),
                        DurabilityStatement.holding(DurabilityLevel.LEVEL_4),
                        EffectiveConfig.NONE,
                        ClusterHistory.UNKNOWN,
                        WORKERS,
                        List.of(new TrialHost(Metrics.COORDINATOR, machine, WORKERS, 8, 3, 0, 0)),
                        0),
                new TrialCourse(
                        START.plus(night, ChronoUnit.DAYS).toString(),
                        List.of(new Phase(Phase.MEASURE, 0, SECONDS * SECOND)),
                        List.of(),
                        List.of(),
                        List.of(new TrialSubscription("s1", "tail", true)),
                        new DrainRecord(true, SECOND, List.of()),
                        new Delivery(
                                messages,
                                0,
                                messages,
                                0,
                                0,
                                0,
                                List.of(new SubscriptionDelivery("s1", messages, 0, 0, 0, corrupted, 0, 0, 0)),
                                List.of()),
                        List.of(),
                        List.of(),
                        List.of()),
                Verdict.of(List.of()));
    }
}
