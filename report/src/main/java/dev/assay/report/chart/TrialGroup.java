package dev.assay.report.chart;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import java.util.Comparator;
import java.util.List;

/**
 * Holds the response times of all trials side by side, separately for each durability level.
 *
 * @param levels one chart each, strongest level first
 */
public record TrialGroup(List<Level> levels) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** Holds the trials of one level, repetitions next to each other. */
    public record Level(String level, List<Bar> bars) {}

    /**
     * Holds one trial's response times in milliseconds; NaN where there is none.
     *
     * @param trial the anchor of the trial, whose colour it has
     */
    public record Bar(String label, String trial, double p50, double p99, double p999) {}

    /**
     * Holds one measured phase of a trial.
     *
     * @param trial the anchor of the trial
     * @param label of the trial, and of the phase where there are several
     */
    public record Entry(String trial, String label, String level, PhaseAnalysis phase) {}

    /** Arranges groups of repetitions by level. */
    public static TrialGroup of(List<List<Entry>> groups) {
        return new TrialGroup(groups.stream()
                .flatMap(List::stream)
                .map(Entry::level)
                .distinct()
                .sorted(Comparator.naturalOrder())
                .map(level -> new Level(level, bars(groups, level)))
                .toList());
    }

    private static List<Bar> bars(List<List<Entry>> groups, String level) {
        return groups.stream()
                .flatMap(List::stream)
                .filter(entry -> entry.level().equals(level))
                .map(entry -> new Bar(
                        entry.label(),
                        entry.trial(),
                        millis(entry.phase(), 50),
                        millis(entry.phase(), 99),
                        millis(entry.phase(), 99.9)))
                .toList();
    }

    private static double millis(PhaseAnalysis phase, double percent) {
        return phase.row(Statistic.quantile(LatencyMetric.RESPONSE, percent))
                .map(row -> row.value() / NANOS_PER_MILLI)
                .orElse(Double.NaN);
    }
}
