package dev.assay.report.chart;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.Comparator;
import java.util.List;

/**
 * Holds a latency of all trials side by side, separately for each durability level.
 *
 * @param metric the latency for people, such as {@code response}
 * @param statistic which of its values the bars show, such as {@code p99}
 * @param levels one chart each, strongest level first
 */
public record TrialGroup(String metric, String statistic, List<Level> levels) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** Holds the trials of one level, repetitions next to each other. */
    public record Level(String level, List<Bar> bars) {}

    /**
     * Holds one trial's latency in milliseconds; NaN where there is none.
     *
     * @param trial the anchor of the trial, whose colour it has
     * @param value of the statistic that is compared
     */
    public record Bar(String label, String trial, double value, double p50, double p999) {}

    /**
     * @param trial the anchor of the trial
     * @param label of the trial, and of the phase where there are several
     */
    public record Entry(String trial, String label, String level, PhaseAnalysis phase) {}

    public static TrialGroup of(LatencyStatistic statistic, List<List<Entry>> groups) {
        List<Entry> entries = groups.stream().flatMap(List::stream).toList();
        return new TrialGroup(
                statistic.metric().title(),
                statistic.shortName(),
                entries.stream()
                        .map(Entry::level)
                        .distinct()
                        .sorted(Comparator.naturalOrder())
                        .map(level -> new Level(level, bars(statistic, entries, level)))
                        .toList());
    }

    private static List<Bar> bars(LatencyStatistic statistic, List<Entry> entries, String level) {
        LatencyMetric metric = statistic.metric();
        return entries.stream()
                .filter(entry -> entry.level().equals(level))
                .map(entry -> new Bar(
                        entry.label(),
                        entry.trial(),
                        millis(entry.phase(), Statistic.of(statistic)),
                        millis(entry.phase(), Statistic.quantile(metric, 50)),
                        millis(entry.phase(), Statistic.quantile(metric, 99.9))))
                .toList();
    }

    private static double millis(PhaseAnalysis phase, Statistic statistic) {
        return phase.headline(statistic)
                .map(row -> row.value() / NANOS_PER_MILLI)
                .orElse(Double.NaN);
    }
}
