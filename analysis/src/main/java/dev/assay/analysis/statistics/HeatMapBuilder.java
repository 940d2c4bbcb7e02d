package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.LatencyHeatMap.Column;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Counts the samples of each second by their size. Memory depends on the size of the map, not on the length of the trial. */
public final class HeatMapBuilder {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Bounds the columns to those distinguishable on a screen, since a report of forty trials carries all their maps. */
    private static final int MAX_COLUMNS = 160;

    private final int secondsPerColumn;
    private final TreeMap<Long, SortedMap<Integer, Long>> columns = new TreeMap<>();

    public HeatMapBuilder(List<Phase> phases) {
        double seconds = phases.stream().mapToLong(Phase::endNanos).max().orElse(0) / NANOS_PER_SECOND;
        int perColumn = 1;
        while (seconds / perColumn > MAX_COLUMNS) {
            perColumn *= 2;
        }
        this.secondsPerColumn = perColumn;
    }

    /** Adds the samples completed in the second that ends at {@code second}. */
    public void add(long second, Histogram merged) {
        long last = Math.ceilDiv(second, secondsPerColumn) * secondsPerColumn;
        SortedMap<Integer, Long> column = columns.computeIfAbsent(last, _ -> new TreeMap<>());
        for (HistogramIterationValue value : merged.recordedValues()) {
            column.merge(
                    LatencyHeatMap.row(value.getValueIteratedTo()),
                    value.getCountAddedInThisIterationStep(),
                    Long::sum);
        }
    }

    /** Returns the map so far; empty without samples. */
    public Optional<LatencyHeatMap> of(LatencyMetric metric) {
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(new LatencyHeatMap(
                        metric,
                        secondsPerColumn,
                        columns.entrySet().stream()
                                .map(entry -> new Column(entry.getKey().doubleValue(), entry.getValue()))
                                .toList()));
    }
}
