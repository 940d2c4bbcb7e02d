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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects what the trials of a run add to one series. */
final class PointBuilder {
    private static final String LOWER_BOUND = "only a lower bound";

    private final Map<String, String> versions = new LinkedHashMap<>();
    private final TreeMap<Grade, Integer> verdicts = new TreeMap<>();
    private final List<HistorySample> samples = new ArrayList<>();
    private final TreeMap<String, Integer> missing = new TreeMap<>();

    PointBuilder(RunRecord run, SystemIdentity system) {
        versions.put(HistoryPoint.SERVER, system.serverVersion());
        versions.put("client", system.client());
        versions.put("assay", run.choices().map(RunChoices::build).orElse(run.assayVersion()));
        versions.put("kernel", run.environment().getOrDefault("kernel", "unknown"));
        versions.put("jvm", run.environment().getOrDefault("jvm", "unknown"));
    }

    void add(TrialAnalysis trial) {
        verdicts.merge(trial.verdict().grade(), 1, Integer::sum);
        if (trial.verdict().grade() != Grade.VALID) {
            return;
        }
        Map<HistoryStatistic, Double> values = new LinkedHashMap<>();
        boolean several = trial.measured().size() > 1;
        for (PhaseAnalysis phase : trial.measured()) {
            add(
                    HistoryStatistic.throughput(phase.phase(), several),
                    Reading.of(phase.achievedPerSecond(), false),
                    values);
            for (HistoryStatistic latency : HistoryStatistic.latencies(phase.phase(), several)) {
                LatencyStatistic statistic = latency.latency().orElseThrow();
                if (phase.headline(statistic.metric()).isPresent()) {
                    add(latency, Reading.of(trial, statistic), values);
                }
            }
        }
        samples.add(new HistorySample(messages(trial), values));
    }

    void add(CapacityRecord search) {
        Map<HistoryStatistic, Double> values = new LinkedHashMap<>();
        add(HistoryStatistic.CAPACITY, Reading.of(search), values);
        samples.add(new HistorySample(1, values));
    }

    private void add(HistoryStatistic statistic, Reading reading, Map<HistoryStatistic, Double> values) {
        if (reading.value().isPresent() && !reading.lowerBound()) {
            values.put(statistic, reading.value().getAsDouble());
        } else {
            String why = reading.lowerBound() ? LOWER_BOUND : reading.leftOut();
            missing.merge(statistic + " " + why, 1, Integer::sum);
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
        return new HistoryPoint(run, startedAt, versions, verdicts, samples, missing);
    }
}
