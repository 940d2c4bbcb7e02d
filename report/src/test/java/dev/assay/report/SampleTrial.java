package dev.assay.report;

import dev.assay.analysis.EventWindowAnalysis;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.Series;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/** Makes a trial that looks like a measured one: lognormal latencies with a tail, and a stall on request. */
final class SampleTrial {
    private static final long SECOND = 1_000_000_000L;

    int number = 1;
    int repetition = 1;
    String label = "kafka-partitions=6";
    Map<String, String> dimensions = Map.of("workload.partitions", "6");
    /** Holds keys of the scenario, besides a few fixed ones. */
    Map<String, String> keys = Map.of();

    NodeDisks disks = NodeDisks.USUAL;

    DurabilityStatement durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_2);
    int ratePerSecond = 50_000;
    int notOfferedPerSecond = 0;
    int warmupSeconds = 10;
    int measureSeconds = 60;
    int drainSeconds = 3;
    double medianMillis = 1.9;
    int stallSecond = -1;
    int drawsPerSecond = 1000;
    int significantDigits = 3;
    Verdict verdict = Verdict.of(List.of());
    ClusterHistory cluster = ClusterHistory.UNKNOWN;
    SystemIdentity system = new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3);
    List<RecheckRecord> rechecks = List.of();
    List<SubscriptionDelivery> subscriptions = List.of();
    List<LostWorker> lostWorkers = List.of();
    List<FailureCount> failures = List.of();
    /** Counts messages of lost producers. */
    long notKnown = 0;

    EffectiveConfig config = SampleConfig.kafka();
    /** Holds the recorded verdict, where it was another one. */
    Optional<Verdict> judgedOtherwise = Optional.empty();

    List<GroupAnalysis> groups = List.of();
    List<Reading> groupRows = List.of();
    Workload workload = Workload.usual();
    ResultStatistics result = ResultStatistics.DEFAULT;

    TrialSubscription subscription = new TrialSubscription("sub-1", "tail", true);

    List<ExecutedEvent> events = List.of();
    List<CatchUp> catchUps = List.of();
    List<EventWindowAnalysis> eventWindows = List.of();
    String measuredPhase = Phase.MEASURE;
    Phase.Expectation expectation = Phase.Expectation.SUSTAINED;
    private final Map<LatencyMetric, Histogram> measured = new EnumMap<>(LatencyMetric.class);
    private final Map<LatencyMetric, Histogram> warmup = new EnumMap<>(LatencyMetric.class);
    private final Map<LatencyMetric, Histogram> interval = new EnumMap<>(LatencyMetric.class);
    private final Map<LatencyMetric, List<LatencyLine.Point>> points = new EnumMap<>(LatencyMetric.class);

    TrialAnalysis build() {
        Random random = new Random(number);
        for (LatencyMetric metric : LatencyMetric.values()) {
            measured.put(metric, new Histogram(significantDigits));
            warmup.put(metric, new Histogram(significantDigits));
            interval.put(metric, new Histogram(significantDigits));
            points.put(metric, new ArrayList<>());
        }
        SampleHeat heat = new SampleHeat(loadSeconds());
        for (int second = 0; second < loadSeconds(); second++) {
            second(second, random);
            int end = second + 1;
            interval.forEach((metric, histogram) -> heat.add(metric, end, histogram));
        }
        TrialRecord record = record();
        Series series = new SampleSeries(this, random).build();
        return new TrialAnalysis(
                record,
                verdict,
                List.of(
                        phase(record, record.course().phases().getFirst(), warmup, List.of()),
                        phase(record, record.course().phases().getLast(), measured, List.of(worker(series)))),
                catchUps,
                eventWindows,
                points.entrySet().stream()
                        .map(entry -> new LatencyLine(entry.getKey(), "", entry.getValue()))
                        .toList(),
                heat.maps(),
                series,
                1);
    }

    private PhaseAnalysis phase(
            TrialRecord record, Phase phase, Map<LatencyMetric, Histogram> latencies, List<WorkerLoad> workers) {
        SampleRows rows = new SampleRows(record, verdict, phase.name());
        rows.achieved(ratePerSecond * (stallSecond < 0 ? 0.9998 : 0.9991));
        latencies.forEach(rows::latencies);
        if (phase.measured()) {
            rows.all.addAll(groupRows);
        }
        rows.hiccups(measureSeconds * 980L, 410_000, 1_250_000, 6_300_000);
        return new PhaseAnalysis(
                phase,
                verdict.ofPhase(phase.name()),
                ratePerSecond - notOfferedPerSecond,
                rows.all,
                rows.curves,
                phase.measured() ? groups : List.of(),
                workers,
                List.of(),
                Optional.empty(),
                List.of());
    }

    private WorkerLoad worker(Series series) {
        double[] pauses = series.tracks(Metrics.WORKER_GC_PAUSE)
                .getFirst()
                .values()
                .skip(warmupSeconds)
                .limit(measureSeconds)
                .toArray();
        double paused = DoubleStream.of(pauses).sum();
        return new WorkerLoad("w1", 0.62, 4, Math.round(paused * SECOND), 0, pauses.length, 0, 0);
    }

    int loadSeconds() {
        return warmupSeconds + measureSeconds;
    }

    private void second(int second, Random random) {
        interval.values().forEach(Histogram::reset);
        double calm = medianMillis * (1 + 1.6 * Math.exp(-second / 2.5)) * (0.94 + 0.12 * random.nextDouble());
        for (int i = 0; i < drawsPerSecond; i++) {
            draw(calm, second, random);
        }
        interval.forEach((metric, histogram) -> {
            (second < warmupSeconds ? warmup : measured)
                    .getOrDefault(metric, histogram)
                    .add(histogram);
            Objects.requireNonNull(points.get(metric))
                    .add(new LatencyLine.Point(
                            second + 1.0,
                            histogram.getTotalCount(),
                            histogram.getMean(),
                            histogram.getValueAtPercentile(50),
                            histogram.getValueAtPercentile(99),
                            histogram.getMaxValue()));
        });
    }

    private void draw(double calm, int second, Random random) {
        double stall = second == stallSecond ? 2000 * random.nextDouble() : 0;
        double delay = 0.06 * Math.exp(0.6 * random.nextGaussian());
        double service = calm * Math.exp(0.28 * random.nextGaussian()) * (random.nextDouble() < 0.004 ? 6 : 1);
        double onward = 0.45 * Math.exp(0.35 * random.nextGaussian());
        record(LatencyMetric.SCHEDULE_LAG, delay + stall * 0.9);
        record(LatencyMetric.SERVICE, service + stall * 0.1);
        record(LatencyMetric.RESPONSE, delay + service + stall);
        record(LatencyMetric.END_TO_END, delay + service + onward + stall);
        record(LatencyMetric.SEND_TO_RECEIVE, service + onward + stall * 0.1);
    }

    private void record(LatencyMetric metric, double millis) {
        Objects.requireNonNull(interval.get(metric))
                .recordValueWithCount(Math.round(millis * 1e6), Math.max(1, ratePerSecond / drawsPerSecond));
    }

    private TrialRecord record() {
        long sent = (long) ratePerSecond * loadSeconds();
        List<SubscriptionDelivery> subscriptionsOrClean = subscriptions.isEmpty()
                ? List.of(new SubscriptionDelivery("sub-1", sent, 0, 0, 0, 0, 0, 0, 0))
                : subscriptions;
        Map<String, String> resolved = new LinkedHashMap<>();
        resolved.put("durability", durability.asked().toString());
        resolved.putAll(dimensions);
        resolved.put("workload.message.size", "1 KB");
        resolved.put("workload.rate", ratePerSecond + "/s");
        resolved.put("workload.arrivals", "poisson");
        resolved.putAll(keys);
        return new TrialRecord(
                new TrialIdentity(number, label, repetition, dimensions),
                new TrialPlan(resolved, workload, result, disks, OptionalInt.empty(), ratePerSecond, 1000),
                new TrialSetup(
                        system,
                        durability,
                        config,
                        cluster,
                        List.of("w1"),
                        List.of(new TrialHost("coordinator", "bench-1", List.of("w1"), 4, 3, 0, 0)),
                        0),
                new TrialCourse(
                        "2026-11-21T09:%02d:05Z".formatted(number % 60),
                        phases(),
                        events,
                        List.of(),
                        List.of(subscription),
                        new DrainRecord(rechecks.isEmpty(), 30 * SECOND, rechecks),
                        new Delivery(sent, 0, sent - notKnown, 0, 0, notKnown, 0, subscriptionsOrClean, List.of()),
                        List.of(),
                        lostWorkers,
                        failures),
                judgedOtherwise.orElse(verdict));
    }

    private List<Phase> phases() {
        return List.of(
                new Phase(Phase.WARMUP, 0, warmupSeconds * SECOND),
                new Phase(
                        measuredPhase,
                        Phase.Role.MEASURE,
                        expectation,
                        warmupSeconds * SECOND,
                        loadSeconds() * SECOND));
    }
}
