package dev.assay.report.chart;

import dev.assay.analysis.comparison.LatencyTrend;
import dev.assay.analysis.comparison.LatencyTrend.Line;
import dev.assay.analysis.comparison.LatencyTrend.Point;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Tick;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Draws latency against a dimension, a pane for each system and condition: a line for each statistic, a dot for each trial, and the
 * interval of the typical one. All panes have the same axes, so that they can be read side by side.
 */
public final class TrendChart {
    /** Limits the panes to as many as can be read; the table has the values of the others. */
    private static final int MAX_PANES = 12;

    private static final double NANOS_PER_MILLI = 1e6;

    private final String dimension;
    private final Axis across;
    private final Axis up;

    private TrendChart(String dimension, List<LatencyTrend> drawn) {
        this.dimension = dimension;
        TreeMap<Double, String> values = new TreeMap<>();
        points(drawn).forEach(point -> values.put(point.value(), point.text()));
        boolean logarithmic = values.firstKey() > 0 && values.lastKey() >= 10 * values.firstKey();
        double margin = logarithmic
                ? Math.pow(values.lastKey() / values.firstKey(), 0.05)
                : 0.05 * (values.lastKey() - values.firstKey());
        this.across = new Axis(
                dimension,
                Unit.PLAIN,
                logarithmic,
                logarithmic ? values.firstKey() / margin : values.firstKey() - margin,
                logarithmic ? values.lastKey() * margin : values.lastKey() + margin,
                values.entrySet().stream()
                        .map(value -> new Tick(value.getKey(), value.getValue()))
                        .toList());
        this.up = Axis.of("", Unit.MILLISECONDS, points(drawn).flatMapToDouble(TrendChart::millis));
    }

    /**
     * Draws the trends of one dimension; empty where none has two points.
     *
     * @param all trends of the dimension, in the order in which they are drawn
     */
    public static Optional<Chart> of(String id, List<LatencyTrend> all, SystemColours colours) {
        List<LatencyTrend> drawable = all.stream()
                .filter(trend ->
                        trend.lines().stream().anyMatch(line -> line.points().size() > 1))
                .toList();
        if (drawable.isEmpty()) {
            return Optional.empty();
        }
        String name = all.getFirst().name();
        List<LatencyTrend> drawn = drawable.stream().limit(MAX_PANES).toList();
        boolean levels = drawn.stream().map(LatencyTrend::level).distinct().count() > 1;
        TrendChart chart = new TrendChart(name, drawn);
        return Optional.of(new Chart(
                id,
                title(all.getFirst()) + " against " + name,
                "Small dots are trials, large ones the typical trial, with its 95 % interval if there are three or more."
                        + chart.notes(all, drawable.size()),
                drawn.stream()
                        .map(trend -> chart.pane(trend, levels, new Colour(colours.of(trend.system()), 0)))
                        .toList(),
                data(all)));
    }

    /** Returns the name of the latency that all lines are of, such as {@code Response}. */
    private static String title(LatencyTrend trend) {
        String metric = LatencyStatistic.parse(trend.lines().getFirst().statistic())
                .metric()
                .title();
        return Character.toUpperCase(metric.charAt(0)) + metric.substring(1);
    }

    private String notes(List<LatencyTrend> all, int drawable) {
        List<String> notes = new ArrayList<>();
        if (up.logarithmic() || across.logarithmic()) {
            notes.add((!across.logarithmic()
                            ? "The axis of latency is"
                            : up.logarithmic() ? "Both axes are" : "The axis of " + dimension + " is")
                    + " logarithmic.");
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
        if (drawable > MAX_PANES) {
            notes.add("%d of %d are drawn; the table has all values.".formatted(MAX_PANES, drawable));
        }
        if (drawable < all.size()) {
            notes.add("%d more have fewer than two values with a trial that counts.".formatted(all.size() - drawable));
        }
        return notes.stream().map(note -> " " + note).collect(Collectors.joining());
    }

    private static Stream<Point> points(List<LatencyTrend> trends) {
        return trends.stream().flatMap(trend -> trend.lines().stream()).flatMap(line -> line.points().stream());
    }

    private static DoubleStream millis(Point point) {
        return DoubleStream.concat(
                        point.latencies().values().stream().mapToDouble(nanos -> nanos),
                        point.interval().stream().flatMapToDouble(seen -> DoubleStream.of(seen.low(), seen.high())))
                .map(nanos -> nanos / NANOS_PER_MILLI);
    }

    private Pane pane(LatencyTrend trend, boolean levels, Colour colour) {
        List<Chart.Line> lines = new ArrayList<>();
        trend.lines().forEach(line -> addLine(lines, line, colour));
        return new Pane(
                trend.subject() + (levels ? ", " + DurabilityLevel.named(trend.level()) : ""),
                trend.lines().stream()
                        .flatMap(line -> line.points().stream()
                                .map(point -> dimension + " " + point.text() + ": " + value(line, point)))
                        .collect(Collectors.joining("; ", trend.subject() + ". ", ".")),
                230,
                across,
                up,
                List.of(),
                lines);
    }

    private void addLine(List<Chart.Line> lines, Line line, Colour colour) {
        String name = ComparisonText.name(line.statistic());
        Points typical = new Points();
        Points trials = new Points();
        Points intervals = new Points();
        for (Point point : line.points()) {
            typical.add(point.value(), up(point.centre()));
            point.latencies().values().forEach(nanos -> trials.add(point.value(), up(nanos)));
            point.interval()
                    .ifPresent(
                            seen -> intervals.segment(point.value(), up(seen.low()), point.value(), up(seen.high())));
        }
        lines.add(trials.dots(name, colour, 4));
        lines.add(intervals.line(name, colour, Stroke.SOLID, 2, false));
        lines.add(typical.line(name, colour, name.endsWith("p50") ? Stroke.SOLID : Stroke.DASHED, 2, true));
    }

    private double up(double nanos) {
        return up.place(nanos / NANOS_PER_MILLI);
    }

    private static String value(Line line, Point point) {
        return ComparisonText.name(line.statistic()) + " " + text(point.centre())
                + point.interval()
                        .map(seen -> " (" + text(seen.low()) + " to " + text(seen.high()) + ")")
                        .orElse("")
                + ", n = " + point.latencies().n();
    }

    private static String text(double nanos) {
        return LatencyUnit.text(Math.rint(nanos));
    }

    private static DataTable data(List<LatencyTrend> trends) {
        List<List<Object>> rows = new ArrayList<>();
        for (LatencyTrend trend : trends) {
            for (Line line : trend.lines()) {
                for (Point point : line.points()) {
                    rows.add(List.of(
                            trend.subject(),
                            trend.level(),
                            point.text(),
                            line.statistic(),
                            point.centre() / NANOS_PER_MILLI,
                            point.interval()
                                    .<Object>map(seen -> seen.low() / NANOS_PER_MILLI)
                                    .orElse(""),
                            point.interval()
                                    .<Object>map(seen -> seen.high() / NANOS_PER_MILLI)
                                    .orElse(""),
                            point.latencies().n()));
                }
            }
        }
        return new DataTable(
                List.of(
                        "of",
                        "durability",
                        "value",
                        "statistic",
                        "typical (ms)",
                        "95 % from (ms)",
                        "95 % to (ms)",
                        "n (trials)"),
                rows);
    }
}
