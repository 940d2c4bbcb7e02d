package dev.assay.report;

import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyHeatMap.Column;
import dev.assay.model.metric.LatencyMetric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Makes the heat maps of a trial as the analysis does. */
final class SampleHeat {
    private static final int MAX_COLUMNS = 160;

    private final int secondsPerColumn;
    private final Map<LatencyMetric, TreeMap<Integer, SortedMap<Integer, Long>>> columns =
            new EnumMap<>(LatencyMetric.class);

    SampleHeat(int seconds) {
        int perColumn = 1;
        while (seconds / perColumn > MAX_COLUMNS) {
            perColumn *= 2;
        }
        this.secondsPerColumn = perColumn;
    }

    void add(LatencyMetric metric, int second, Histogram samples) {
        if (metric == LatencyMetric.RESPONSE || metric == LatencyMetric.END_TO_END) {
            SortedMap<Integer, Long> column = columns.computeIfAbsent(metric, _ -> new TreeMap<>())
                    .computeIfAbsent(Math.ceilDiv(second, secondsPerColumn) * secondsPerColumn, _ -> new TreeMap<>());
            for (HistogramIterationValue value : samples.recordedValues()) {
                column.merge(
                        (int) (Math.log10((double) value.getValueIteratedTo()) * LatencyHeatMap.ROWS_PER_DECADE),
                        value.getCountAddedInThisIterationStep(),
                        Long::sum);
            }
        }
    }

    List<LatencyHeatMap> maps() {
        return columns.entrySet().stream()
                .map(entry -> new LatencyHeatMap(
                        entry.getKey(),
                        secondsPerColumn,
                        entry.getValue().entrySet().stream()
                                .map(column -> new Column(column.getKey(), column.getValue()))
                                .toList()))
                .toList();
    }
}
