package dev.assay.analysis.history;

import dev.assay.analysis.SeriesKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs and what they make together.
 *
 * @param runs oldest first
 * @param series in the order in which they begin
 */
public record History(List<HistoryRun> runs, List<HistorySeries> series) {
    public History {
        runs = List.copyOf(runs);
        series = List.copyOf(series);
    }

    /** The history of these runs, in whatever order they are. */
    public static History of(List<HistoryRun> runs) {
        List<HistoryRun> oldestFirst = runs.stream()
                .sorted(Comparator.comparing(HistoryRun::startedAt).thenComparing(HistoryRun::id))
                .toList();
        Map<SeriesKey, List<HistoryPoint>> points = new LinkedHashMap<>();
        oldestFirst.forEach(run -> run.points()
                .forEach((key, point) ->
                        points.computeIfAbsent(key, _ -> new ArrayList<>()).add(point)));
        List<HistorySeries> series = new ArrayList<>();
        points.forEach((key, of) -> series.add(HistorySeries.of(key, of)));
        return new History(oldestFirst, series);
    }
}
