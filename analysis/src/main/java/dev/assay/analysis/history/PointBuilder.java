package dev.assay.analysis.history;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.Reading;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.Verdict.Grade;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Collects what the trials of a run add to one series. */
final class PointBuilder {
    private static final String LOWER_BOUND = "only a lower bound";

    private final Map<String, String> versions = new LinkedHashMap<>();
    private final TreeMap<Grade, Integer> verdicts = new TreeMap<>();
    private final List<HistorySample> samples = new ArrayList<>();
    private final TreeMap<String, Integer> missing = new TreeMap<>();
    private int failed;

    PointBuilder(RunRecord run, SystemIdentity system) {
        versions.put(HistoryPoint.SERVER, system.serverVersion());
        versions.put("client", system.client());
        versions.put("assay", run.choices().map(RunChoices::build).orElse(run.assayVersion()));
        versions.put("kernel", run.environment().getOrDefault("kernel", "unknown"));
        versions.put("jvm", run.environment().getOrDefault("jvm", "unknown"));
    }

    /** A trial counts as it does in a comparison; what is INVALID has no values. */
    void add(TrialAnalysis trial) {
        verdicts.merge(trial.verdict().grade(), 1, Integer::sum);
        if (trial.verdict().grade() == Grade.INVALID) {
            return;
        }
        Map<HistoryStatistic, Double> values = new LinkedHashMap<>();
        Map<HistoryStatistic, String> why = new LinkedHashMap<>();
        boolean several = trial.measured().size() > 1;
        for (PhaseAnalysis phase : trial.measured()) {
            add(
                    HistoryStatistic.throughput(phase.phase(), several),
                    Reading.achieved(trial, Optional.of(phase.phase().name())),
                    values,
                    why);
            for (HistoryStatistic latency : HistoryStatistic.latencies(phase.phase(), several)) {
                LatencyStatistic statistic = latency.latency().orElseThrow();
                if (phase.headline(statistic.metric()).isPresent()) {
                    add(latency, Reading.of(trial, statistic), values, why);
                }
            }
        }
        if (!values.isEmpty()) {
            samples.add(new HistorySample(messages(trial), values, Optional.empty()));
        }
        leaveOut(why, values.isEmpty());
    }

    /** What keeps all values of a trial from being counted is told once. */
    private void leaveOut(Map<HistoryStatistic, String> why, boolean all) {
        Set<String> reasons = new HashSet<>(why.values());
        if (all && reasons.size() == 1) {
            missing.merge(reasons.iterator().next(), 1, Integer::sum);
        } else {
            why.forEach((statistic, reason) -> missing.merge(statistic + " " + reason, 1, Integer::sum));
        }
    }

    /** A trial that did not finish. */
    void addFailed() {
        failed++;
    }

    void add(CapacityRecord search) {
        Map<HistoryStatistic, Double> values = new LinkedHashMap<>();
        Map<HistoryStatistic, String> why = new LinkedHashMap<>();
        add(HistoryStatistic.CAPACITY, Reading.of(search), values, why);
        if (!values.isEmpty()) {
            samples.add(new HistorySample(1, values, search.upperPerSecond()));
        }
        leaveOut(why, false);
    }

    private static void add(
            HistoryStatistic statistic,
            Reading reading,
            Map<HistoryStatistic, Double> values,
            Map<HistoryStatistic, String> why) {
        if (reading.value().isPresent() && !reading.lowerBound()) {
            values.put(statistic, reading.value().getAsDouble());
        } else {
            why.put(statistic, reading.lowerBound() ? LOWER_BOUND : reading.why());
        }
    }

    private static long messages(TrialAnalysis trial) {
        long messages = trial.measured().stream()
                .flatMap(phase -> phase.latency(LatencyMetric.RESPONSE).stream())
                .mapToLong(summary -> summary.samples())
                .sum();
        return Math.max(1, messages);
    }

    HistoryPoint build(String run, Instant startedAt) {
        return new HistoryPoint(run, startedAt, versions, verdicts, failed, samples, missing);
    }
}
