package dev.assay.analysis.comparison;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Standing;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.Series;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/** Builds runs whose trials have given latencies at all percentiles. */
public final class MeasuredRun {
    private static final long SECOND = 1_000_000_000L;
    private static final Phase MEASURED = new Phase(Phase.MEASURE, 0, 30 * SECOND);

    private final String id;
    private final List<TrialAnalysis> trials = new ArrayList<>();
    private final List<UnfinishedTrial> missing = new ArrayList<>();
    final List<CapacityRecord> searches = new ArrayList<>();
    public String system = "kafka";
    public String version = "1.0";
    public String startedAt = "2026-11-24T09:00:00Z";
    public Map<String, String> environment = Map.of();
    /** Gives the messages acknowledged per second in each trial that follows. */
    public double achieved = 1000;

    public Map<String, String> keys = Map.of();

    public List<Finding> findings = List.of();

    /** The statistics that the scenario of each trial that follows declares. */
    public ResultStatistics result = ResultStatistics.DEFAULT;

    public DurabilityStatement durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_2);
    Map<String, Map<String, String>> config = Map.of();
    public String machine = "one";

    /** Gives the folders of the trials that each trial that follows finds on its cluster. */
    List<String> earlierTrials = List.of();

    Optional<RunConditions> conditions = Optional.empty();

    public MeasuredRun(String id) {
        this.id = id;
    }

    /** Adds a trial all of whose percentiles are {@code millis}. */
    public MeasuredRun trial(int block, Map<String, String> dimensions, double millis, Reason... reasons) {
        return trial(block, dimensions, millis, Quality.ofSamplesAbove(100), reasons);
    }

    public MeasuredRun trial(
            int block, Map<String, String> dimensions, double millis, Quality quality, Reason... reasons) {
        return trial(
                block,
                dimensions,
                Map.of(LatencyMetric.RESPONSE, _ -> millis, LatencyMetric.END_TO_END, _ -> millis),
                quality,
                reasons);
    }

    MeasuredRun trial(
            int block,
            Map<String, String> dimensions,
            DoubleUnaryOperator responseMillis,
            DoubleUnaryOperator endToEndMillis,
            Reason... reasons) {
        return trial(
                block,
                dimensions,
                Map.of(LatencyMetric.RESPONSE, responseMillis, LatencyMetric.END_TO_END, endToEndMillis),
                Quality.ofSamplesAbove(100),
                reasons);
    }

    public MeasuredRun missing(int block, Map<String, String> dimensions, boolean failed) {
        String label = label(dimensions);
        missing.add(new UnfinishedTrial(block + "-" + label, label, block, failed, "broker-1 ended with exit code 137")
                .of(new Point(system, dimensions)));
        return this;
    }

    private String label(Map<String, String> dimensions) {
        return system + new TreeMap<>(dimensions);
    }

    private MeasuredRun trial(
            int block,
            Map<String, String> dimensions,
            Map<LatencyMetric, DoubleUnaryOperator> millis,
            Quality quality,
            Reason... reasons) {
        Verdict verdict = Verdict.of(Verdict.UNVERSIONED, List.of(reasons), findings);
        TrialRecord record = record(block, dimensions, verdict);
        Standing standing = Standing.of(verdict, Phase.MEASURE);
        List<Reading> rows = new ArrayList<>();
        rows.add(standing.achieved(
                Source.of(record, Phase.MEASURE, "", Statistic.ACHIEVED), achieved, Math.round(30 * achieved)));
        new TreeMap<>(millis).forEach((metric, of) -> {
            rows.add(latency(standing, record, Statistic.mean(metric), of.applyAsDouble(50), quality));
            LatencyStatistic.PERCENTS.forEach(percent -> rows.add(latency(
                    standing, record, Statistic.quantile(metric, percent), of.applyAsDouble(percent), quality)));
        });
        PhaseAnalysis phase = new PhaseAnalysis(
                MEASURED,
                verdict.ofPhase(Phase.MEASURE),
                1000,
                rows,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
        trials.add(new TrialAnalysis(
                record, verdict, List.of(phase), List.of(), List.of(), List.of(), List.of(), Series.EMPTY, 1));
        return this;
    }

    public static Reason reason(Grade grade, String code) {
        return new Reason(grade, code, "seen", "do something").in(Phase.MEASURE);
    }

    public RunAnalysis run() {
        return new RunAnalysis(
                new RunRecord(
                        id,
                        "test",
                        "",
                        List.of(),
                        List.of(),
                        startedAt,
                        "test",
                        environment,
                        Map.of(),
                        List.of(),
                        List.of(),
                        conditions,
                        List.of(),
                        List.of(),
                        searches,
                        CalibrationStatus.NOT_RECORDED),
                trials,
                List.of(),
                Optional.empty(),
                missing);
    }

    private static Reading latency(
            Standing standing, TrialRecord record, Statistic statistic, double millis, Quality quality) {
        boolean tail = statistic.name().contains(".p99");
        return standing.latency(
                Source.of(record, Phase.MEASURE, "", statistic),
                (double) Math.round(millis * 1e6),
                30_000,
                quality,
                tail);
    }

    private TrialRecord record(int block, Map<String, String> dimensions, Verdict verdict) {
        Map<String, String> resolved = new LinkedHashMap<>(dimensions);
        resolved.putAll(keys);
        resolved.put("workload.rate", "1000/s");
        resolved.put("systems." + system + ".nodes", "3");
        resolved.putIfAbsent("systems." + system + ".version", version);
        return new TrialRecord(
                new TrialIdentity(trials.size() + 1, label(dimensions), block, dimensions),
                new TrialPlan(resolved, Workload.usual(), result, NodeDisks.USUAL, OptionalInt.empty(), 1000, 1000),
                new TrialSetup(
                        new SystemIdentity(system, version, "client " + version, "local", 3),
                        durability,
                        new EffectiveConfig(config, Map.of()),
                        new ClusterHistory(ClusterHistory.UNKNOWN.ageSeconds(), earlierTrials),
                        List.of("w1"),
                        List.of(new TrialHost("coordinator", machine, List.of("w1"), 2, 3, 0, 0)),
                        0),
                new TrialCourse(
                        "2026-11-24T09:00:00Z",
                        List.of(MEASURED),
                        List.of(),
                        List.of(),
                        List.of(),
                        new DrainRecord(true, SECOND, List.of()),
                        new Delivery(30_000, 0, 30_000, 0, 0, 0, List.of(), List.of()),
                        List.of(),
                        List.of(),
                        List.of()),
                verdict);
    }
}
