package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Trend;
import dev.assay.analysis.comparison.Trends;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrendChart;
import dev.assay.report.figure.Formats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Latency against one dimension, a small chart for each system and condition.
 *
 * @param id of its anchor
 * @param name of the dimension, such as {@code partitions}
 * @param notes what has to be known to read it right, what is left out included
 * @param table all that is drawn, as JSON
 */
public record TrendView(String id, String name, List<String> notes, List<Chart> charts, String table) {
    /** More would be a wall: the rest is among the figures. */
    private static final int MAX_CHARTS = 12;

    /** One of them; its style gives it the system's colour. */
    public record Chart(String title, String style, String svg) {}

    /** Those of a run, dimension by dimension. */
    static List<TrendView> of(RunAnalysis run, SystemColours colours) {
        Map<String, List<Trend>> byDimension = Trends.of(run).stream()
                .collect(Collectors.groupingBy(Trend::dimension, LinkedHashMap::new, Collectors.toList()));
        List<TrendView> views = new ArrayList<>();
        byDimension.values().forEach(trends -> {
            if (trends.stream().anyMatch(TrendView::drawable)) {
                views.add(of(views.size() + 1, trends, colours));
            }
        });
        return views;
    }

    private static boolean drawable(Trend trend) {
        return trend.lines().stream().anyMatch(line -> line.points().size() > 1);
    }

    private static TrendView of(int number, List<Trend> all, SystemColours colours) {
        String name = all.getFirst().name();
        List<Trend> drawable = all.stream().filter(TrendView::drawable).toList();
        List<Trend> drawn = drawable.stream().limit(MAX_CHARTS).toList();
        TrendChart chart = TrendChart.of(drawn);
        boolean levels = drawn.stream().map(Trend::level).distinct().count() > 1;
        return new TrendView(
                "against-" + number,
                name,
                notes(all, drawable.size(), chart.axes(name)),
                drawn.stream()
                        .map(trend -> new Chart(
                                trend.subject() + (levels ? ", " + trend.level() : ""),
                                "line-" + colours.of(trend.system()),
                                chart.svg(trend, name)))
                        .toList(),
                TrendChart.table(all));
    }

    private static List<String> notes(List<Trend> all, int drawable, String axes) {
        List<String> notes = new ArrayList<>();
        if (!axes.isEmpty()) {
            notes.add(axes);
        }
        TreeMap<String, Integer> leftOut = new TreeMap<>();
        all.forEach(trend -> trend.leftOut().forEach((why, count) -> leftOut.merge(why, count, Integer::sum)));
        if (!leftOut.isEmpty()) {
            notes.add("Left out, at one statistic or both: "
                    + leftOut.entrySet().stream()
                            .map(entry -> Formats.counted(entry.getValue(), "trial") + " " + entry.getKey())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        if (drawable > MAX_CHARTS) {
            notes.add("%d of %d are drawn; the CSV has all.".formatted(MAX_CHARTS, drawable));
        }
        if (drawable < all.size()) {
            notes.add("%d more have fewer than two values with a trial that counts.".formatted(all.size() - drawable));
        }
        return List.copyOf(notes);
    }
}
