package dev.assay.analysis.history;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The same measurement in run after run.
 *
 * @param points oldest first
 * @param trends of each statistic that any point has
 */
public record HistorySeries(SeriesKey key, List<HistoryPoint> points, List<Trend> trends) {
    public HistorySeries {
        points = List.copyOf(points);
        trends = List.copyOf(trends);
    }

    static HistorySeries of(SeriesKey key, List<HistoryPoint> points, ChangePoints changes) {
        Set<HistoryStatistic> statistics = new LinkedHashSet<>();
        points.forEach(point -> statistics.addAll(point.statistics()));
        return new HistorySeries(
                key,
                points,
                statistics.stream()
                        .map(statistic -> trend(statistic, points, changes))
                        .toList());
    }

    private static Trend trend(HistoryStatistic statistic, List<HistoryPoint> points, ChangePoints changes) {
        List<HistoryPoint> known = new ArrayList<>();
        List<Double> medians = new ArrayList<>();
        for (HistoryPoint point : points) {
            OptionalDouble median = point.median(statistic);
            if (median.isPresent()) {
                known.add(point);
                medians.add(median.getAsDouble());
            }
        }
        return Trend.of(statistic, known, medians, changes);
    }
}
