package dev.assay.report.chart;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.core.result.LatencyMetric;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Response times of all trials next to each other, apart for each durability level.
 *
 * @param levels one chart each, strongest level first
 */
public record Comparison(List<Level> levels) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** The trials of one level, repetitions next to each other. */
    public record Level(String level, List<Bar> bars) {}

    /**
     * One trial's response time in milliseconds; NaN where there is none.
     *
     * @param group trials of the same group are repetitions and share a colour
     */
    public record Bar(String label, int group, double p50, double p99, double p999) {}

    /** The comparison of these groups of repetitions. */
    public static Comparison of(List<List<TrialAnalysis>> groups) {
        return new Comparison(groups.stream()
                .flatMap(List::stream)
                .map(analysis -> analysis.trial().durability().label())
                .distinct()
                .sorted(Comparator.naturalOrder())
                .map(level -> new Level(level, bars(groups, level)))
                .toList());
    }

    private static List<Bar> bars(List<List<TrialAnalysis>> groups, String level) {
        return IntStream.range(0, groups.size())
                .boxed()
                .flatMap(group -> bars(groups.get(group), group, level))
                .toList();
    }

    private static Stream<Bar> bars(List<TrialAnalysis> trials, int group, String level) {
        return trials.stream()
                .filter(analysis -> analysis.trial().durability().label().equals(level))
                .map(analysis -> new Bar(
                        TrialCharts.label(analysis),
                        group,
                        millis(analysis, 50),
                        millis(analysis, 99),
                        millis(analysis, 99.9)));
    }

    private static double millis(TrialAnalysis analysis, double percent) {
        return analysis.latency(LatencyMetric.RESPONSE).map(LatencySummary::quantiles).stream()
                .flatMap(List::stream)
                .filter(quantile -> quantile.percent() == percent)
                .mapToDouble(Quantile::nanos)
                .map(nanos -> nanos / NANOS_PER_MILLI)
                .findFirst()
                .orElse(Double.NaN);
    }
}
