package dev.assay.analysis.comparison;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.HiccupSummary;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.Series;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
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
import java.util.stream.DoubleStream;

/** Makes runs whose trials have given latencies at all percentiles. */
public final class MeasuredRun {
    private static final long SECOND = 1_000_000_000L;
    private static final Phase MEASURED = new Phase(Phase.MEASURE, 0, 30 * SECOND);

    private final String id;
    private final List<TrialAnalysis> trials = new ArrayList<>();
    private final List<UnfinishedTrial> missing = new ArrayList<>();
    public String system = "kafka";
    public String version = "1.0";
    public String startedAt = "2026-11-24T09:00:00Z";
    public Map<String, String> environment = Map.of();
    /** Messages acknowledged a second in each trial that follows. */
    public double achieved = 1000;

    /** Further keys of the scenario in each trial that follows. */
    public Map<String, String> keys = Map.of();

    /** What was found of the measured phase of each trial that follows. */
    public List<Finding> findings = List.of();

    public DurabilityStatement durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_2);
    Map<String, Map<String, String>> config = Map.of();
    public String machine = "one";

    /** One without trials. */
    public MeasuredRun(String id) {
        this.id = id;
    }

    /** A trial of that block whose every percentile is that many milliseconds. */
    public MeasuredRun trial(int block, Map<String, String> dimensions, double millis, Reason... reasons) {
        return trial(block, dimensions, millis, Quality.ofSamplesAbove(100), reasons);
    }

    /** The same, of which is known how far its values can be relied on. */
    public MeasuredRun trial(
            int block, Map<String, String> dimensions, double millis, Quality quality, Reason... reasons) {
        return trial(
                block,
                dimensions,
                List.of(
                        summary(LatencyMetric.RESPONSE, _ -> millis, quality),
                        summary(LatencyMetric.END_TO_END, _ -> millis, quality)),
                reasons);
    }

    /** A trial whose percentiles differ. */
    MeasuredRun trial(
            int block,
            Map<String, String> dimensions,
            DoubleUnaryOperator responseMillis,
            DoubleUnaryOperator endToEndMillis,
            Reason... reasons) {
        Quality quality = Quality.ofSamplesAbove(100);
        return trial(
                block,
                dimensions,
                List.of(
                        summary(LatencyMetric.RESPONSE, responseMillis, quality),
                        summary(LatencyMetric.END_TO_END, endToEndMillis, quality)),
                reasons);
    }

    /** A trial of that block without a result. */
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
            int block, Map<String, String> dimensions, List<LatencySummary> latencies, Reason... reasons) {
        Verdict verdict = Verdict.of(Verdict.UNVERSIONED, List.of(reasons), findings);
        PhaseAnalysis phase = new PhaseAnalysis(
                MEASURED,
                verdict.ofPhase(Phase.MEASURE),
                1000,
                achieved,
                latencies,
                List.of(),
                new HiccupSummary(0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
        trials.add(new TrialAnalysis(
                record(block, dimensions, verdict),
                verdict,
                List.of(phase),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Series.EMPTY,
                1));
        return this;
    }

    /** What speaks against the measured phase. */
    public static Reason reason(Grade grade, String code) {
        return new Reason(grade, code, "seen", "do something").in(Phase.MEASURE);
    }

    /** The run with all its trials. */
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
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        CalibrationStatus.NOT_RECORDED),
                trials,
                List.of(),
                Optional.empty(),
                missing);
    }

    private static LatencySummary summary(LatencyMetric metric, DoubleUnaryOperator millis, Quality quality) {
        long nanos = Math.round(millis.applyAsDouble(50) * 1e6);
        List<Quantile> quantiles = DoubleStream.of(50, 75, 90, 95, 99, 99.9, 99.99)
                .mapToObj(percent -> new Quantile(percent, Math.round(millis.applyAsDouble(percent) * 1e6), quality))
                .toList();
        return new LatencySummary(metric, 30_000, 0, 0, nanos, quality, nanos, quality, quantiles, List.of());
    }

    private TrialRecord record(int block, Map<String, String> dimensions, Verdict verdict) {
        Map<String, String> resolved = new LinkedHashMap<>(dimensions);
        resolved.putAll(keys);
        resolved.put("workload.rate", "1000/s");
        resolved.put("systems." + system + ".nodes", "3");
        resolved.putIfAbsent("systems." + system + ".version", version);
        return new TrialRecord(
                trials.size() + 1,
                label(dimensions),
                block,
                dimensions,
                resolved,
                Workload.usual(),
                ResultStatistics.DEFAULT,
                NodeDisks.USUAL,
                OptionalInt.empty(),
                new SystemIdentity(system, version, "client " + version, "local", 3),
                durability,
                1000,
                1000,
                "2026-11-24T09:00:00Z",
                List.of(MEASURED),
                0,
                List.of("w1"),
                List.of(new TrialHost("coordinator", machine, List.of("w1"), 2, 3, 0, 0)),
                ClusterHistory.UNKNOWN,
                List.of(),
                List.of(),
                new DrainRecord(true, SECOND, List.of()),
                new Delivery(30_000, 0, 30_000, 0, 0, 0, List.of(), List.of()),
                verdict,
                new EffectiveConfig(config, Map.of()),
                List.of(),
                List.of(),
                List.of());
    }
}
