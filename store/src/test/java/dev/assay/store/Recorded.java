package dev.assay.store;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SendCompression;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.Obstacle;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
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
import dev.assay.model.trial.TrialSecond;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Makes a small run to write and read. */
final class Recorded {
    static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    static final long SECOND = 1_000_000_000L;

    private Recorded() {}

    static RunRecord run(String id) {
        return run(id, CalibrationStatus.NOT_RECORDED);
    }

    static RunRecord run(String id, CalibrationStatus calibration) {
        return new RunRecord(
                id,
                "quickstart",
                "name: quickstart\nworkload: { rate: 1000/s } # a \"comment\"\n",
                List.of("workload.rate=1000/s"),
                List.of("assay", "run", "quickstart.yaml"),
                "2026-11-21T10:15:00Z",
                "0.1.0",
                Map.of("processors", "4"),
                Map.of("org.apache.kafka:kafka_2.13:4.3.1", "00ff"),
                List.of(),
                List.of("kafka-partitions=1", "kafka-partitions=6"),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                calibration);
    }

    static TrialSecond second(double seconds, Sample... samples) {
        return new TrialSecond(seconds, LoadTotals.ZERO, new Histogram(3), List.of(samples));
    }

    static TrialRecord trial(int number, String label) {
        return trial(number, label, Workload.usual(), ResultStatistics.DEFAULT, NodeDisks.USUAL, OptionalInt.empty());
    }

    static TrialRecord trial(
            int number,
            String label,
            Workload workload,
            ResultStatistics result,
            NodeDisks disks,
            OptionalInt processors) {
        Verdict.Reason reason = new Verdict.Reason(
                Verdict.Grade.DEGRADED, "hiccups", "threads slept 9.0 ms too long, at p99", "Stop other work.");
        return new TrialRecord(
                new TrialIdentity(number, label, 1, Map.of("workload.partitions", "6")),
                new TrialPlan(Map.of("workload.rate", "1000/s"), workload, result, disks, processors, 1000, 1000),
                new TrialSetup(
                        new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                        DurabilityStatement.holding(DurabilityLevel.LEVEL_2),
                        new EffectiveConfig(
                                Map.of("producer", Map.of("acks", "all")),
                                Map.of("producer.acks", "durability level-2")),
                        ClusterHistory.UNKNOWN,
                        List.of("w1"),
                        List.of(
                                new TrialHost("coordinator", "bench-1", List.of(), 0, 3, 0, 0),
                                new TrialHost("load-1", "load-1", List.of("w1"), 0, 0, -7_000_000_123L, 250_000)),
                        0),
                new TrialCourse(
                        "2026-11-21T10:15:10Z",
                        List.of(new Phase("warmup", 0, SECOND), new Phase("measure", SECOND, 3 * SECOND)),
                        List.of(ExecutedEvent.of(
                                "inject", Kind.FAULT, "kill-one", SECOND, SECOND + 1, SECOND + 2, "broker-1")),
                        List.of(new SteadyRecord(
                                "warmup",
                                State.STEADY,
                                45,
                                20,
                                List.of(new SeriesRecord("response p50", State.STEADY, 45, 15, 4.2, "ms", -0.04, 0.01)),
                                List.of(new Obstacle(true, "compilers of broker-1 take", 0.07, 0.05, "cores")),
                                List.of("worker w2"))),
                        List.of(new TrialSubscription("s1", "tail", true)),
                        drain(),
                        delivery(),
                        List.of(new SendCompression("lz4", 0.525, 6000, 4)),
                        List.of(new LostWorker("w2", 31.5, 0.25, 0.5)),
                        List.of(new FailureCount(
                                FailedOperation.SEND,
                                FailureClass.TOO_LARGE,
                                "RecordTooLargeException",
                                "the message is 2097240 bytes",
                                Map.of(Phase.MEASURE, 3L),
                                10.5,
                                12.25))),
                Verdict.of(
                        1,
                        List.of(reason.in("measure")),
                        List.of(new Verdict.Finding("measure", "outage", "nothing was acknowledged for 2 s"))));
    }

    private static DrainRecord drain() {
        RecheckRecord reading =
                new RecheckRecord("s1", RecheckRecord.Source.TOPIC, RecheckRecord.Outcome.COMPLETE, 90, 6 * SECOND, "");
        return new DrainRecord(true, 30 * SECOND, List.of(reading));
    }

    private static Delivery delivery() {
        return new Delivery(
                3000,
                0,
                2999,
                1,
                0,
                0,
                List.of(new Delivery.SubscriptionDelivery("s1", 2998, 1, 0, 0, 0, 0, 0, 0)),
                List.of(
                        new Delivery.PhaseDelivery("warmup", 1000, 0, 1000, 0, 0, List.of()),
                        new Delivery.PhaseDelivery(
                                "measure",
                                2000,
                                0,
                                1999,
                                1,
                                0,
                                List.of(new Delivery.SubscriptionDelivery("s1", 1998, 1, 0, 0, 0, 0, 0, 0)))));
    }

    static WorkerInterval interval(String worker, long second, List<IntervalHistogram> histograms) {
        return interval(worker, second * SECOND, (second + 1) * SECOND, histograms);
    }

    static WorkerInterval interval(String worker, long startNanos, long endNanos, List<IntervalHistogram> histograms) {
        HarnessSample harness = new HarnessSample(1_000_000, 0, 0, 0, histogram(100, 200, 50_000));
        return new WorkerInterval(worker, startNanos, endNanos, LoadTotals.ZERO, harness, histograms);
    }

    static IntervalHistogram recorded(String phase, LatencyMetric metric, Histogram histogram) {
        return new IntervalHistogram(phase, metric, histogram, 0, 0);
    }

    static Histogram histogram(long... values) {
        Histogram histogram = new Histogram(3);
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    /** Returns log-uniform values from nanoseconds to minutes, with ties. */
    static Histogram random(Random random, int samples) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < samples; i++) {
            histogram.recordValueWithCount((long) Math.exp(random.nextDouble() * 25), 1 + random.nextInt(1000));
        }
        return histogram;
    }
}
