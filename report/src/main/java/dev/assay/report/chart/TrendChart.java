package dev.assay.report.chart;

import dev.assay.analysis.comparison.Trend;
import dev.assay.analysis.comparison.Trend.Line;
import dev.assay.analysis.comparison.Trend.Point;
import dev.assay.report.figure.ComparisonText;
import dev.assay.report.figure.LatencyUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Latency against a dimension, drawn as SVG: a line for each statistic, a dot for each trial, and the interval of the typical one. All
 * charts of a dimension have the same axes, so that they can be read beside each other.
 */
public final class TrendChart {
    private static final int WIDTH = 420;
    private static final int HEIGHT = 250;
    private static final int LEFT = 62;
    private static final int RIGHT = 22;
    private static final int TOP = 12;
    private static final int BOTTOM = 46;
    private static final int LETTER = 7;
    private static final double NANOS_PER_MILLI = 1e6;

    /** From there on a linear axis would crowd all but the largest into a corner. */
    private static final double FAR_APART = 10;

    private final Axis across;
    private final Axis up;
    private final TreeMap<Double, String> values = new TreeMap<>();

    private TrendChart(Collection<Trend> trends) {
        points(trends).forEach(point -> values.put(point.value(), point.text()));
        this.across = Axis.of(values.keySet().stream().mapToDouble(value -> value), LEFT + 12, WIDTH - RIGHT - 12);
        this.up = Axis.of(points(trends).flatMapToDouble(TrendChart::millis), HEIGHT - BOTTOM, TOP)
                .rounded();
    }

    /** The drawings of one dimension's trends, which have a point at least. */
    public static TrendChart of(Collection<Trend> trends) {
        return new TrendChart(trends);
    }

    private record Axis(double low, double high, boolean logarithmic, double from, double to) {
        static Axis of(DoubleStream figures, double from, double to) {
            double[] sorted = figures.sorted().toArray();
            double low = sorted[0];
            double high = sorted[sorted.length - 1];
            boolean logarithmic = low > 0 && high >= FAR_APART * low;
            return new Axis(low, high, logarithmic, from, to);
        }

        /** From decade to decade, or from zero to a round figure. */
        Axis rounded() {
            if (logarithmic) {
                return new Axis(
                        Math.pow(10, Math.floor(Math.log10(low) + 1e-9)),
                        Math.pow(10, Math.ceil(Math.log10(high) - 1e-9)),
                        true,
                        from,
                        to);
            }
            double step = step();
            return new Axis(0, Math.max(1, Math.ceil(high / step - 1e-9)) * step, false, from, to);
        }

        private double step() {
            double power = Math.pow(10, Math.floor(Math.log10(Math.max(1e-6, high / 4))));
            return DoubleStream.of(1, 2, 5, 10)
                    .map(factor -> factor * power)
                    .filter(step -> step >= high / 4)
                    .findFirst()
                    .orElse(10 * power);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            if (logarithmic) {
                for (double tick = low; tick <= high * 1.001; tick *= 10) {
                    ticks.add(tick);
                }
            } else {
                for (int index = 0; index * step() <= high * 1.001; index++) {
                    ticks.add(index * step());
                }
            }
            return ticks;
        }

        double place(double figure) {
            double share = logarithmic
                    ? Math.log(figure / low) / Math.log(high / low)
                    : (figure - low) / (high == low ? 1 : high - low);
            return from + share * (to - from);
        }
    }

    private static Stream<Point> points(Collection<Trend> trends) {
        return trends.stream().flatMap(trend -> trend.lines().stream()).flatMap(line -> line.points().stream());
    }

    private static DoubleStream millis(Point point) {
        return DoubleStream.concat(
                        point.nanos().stream().mapToDouble(nanos -> nanos),
                        point.interval().stream().flatMapToDouble(seen -> DoubleStream.of(seen.low(), seen.high())))
                .map(nanos -> nanos / NANOS_PER_MILLI);
    }

    /** Which of its axes are logarithmic, for a caption; empty for none. */
    public String axes(String dimension) {
        String which = up.logarithmic()
                ? across.logarithmic() ? "Both axes are" : "The axis of latency is"
                : across.logarithmic() ? "The axis of " + dimension + " is" : "";
        return which.isEmpty() ? "" : which + " logarithmic.";
    }

    /**
     * The drawing of one of them.
     *
     * @param dimension its name for people
     */
    public String svg(Trend trend, String dimension) {
        Formatter svg = new Formatter(Locale.ROOT)
                .format(
                        "<svg class=\"trend-chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                        WIDTH, HEIGHT, LoadChart.escaped(summary(trend, dimension)));
        for (double tick : up.ticks()) {
            svg.format(
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ms</text>",
                    LEFT, WIDTH - RIGHT, up.place(tick), LEFT - 6, up.place(tick) + 4, WindowChart.plain(tick));
        }
        double free = Double.NEGATIVE_INFINITY;
        for (var value : values.entrySet()) {
            double x = across.place(value.getKey());
            double half = value.getValue().length() * LETTER / 2.0;
            if (x - half > free && value.getValue().length() * LETTER < WIDTH / 3) {
                svg.format(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        Math.min(x, WIDTH - half), HEIGHT - BOTTOM + 17, LoadChart.escaped(value.getValue()));
                free = x + half + LETTER;
            }
        }
        svg.format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, LoadChart.escaped(dimension));
        trend.lines().forEach(line -> line(line, svg));
        return svg.format("</svg>").toString();
    }

    private void line(Line line, Formatter svg) {
        String track = line.points().stream()
                .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", across.place(point.value()), y(point.centre())))
                .collect(Collectors.joining(" "));
        svg.format(
                "<g class=\"%s\"><polyline points=\"%s\"/>",
                line.statistic().contains(".p50") ? "body" : "tail", track);
        for (Point point : line.points()) {
            double x = across.place(point.value());
            point.interval()
                    .ifPresent(seen -> svg.format(
                            "<line x1=\"%.1f\" x2=\"%1$.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                            x, y(seen.low()), y(seen.high())));
            point.nanos()
                    .forEach(nanos ->
                            svg.format("<circle class=\"trial\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>", x, y(nanos)));
            svg.format(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"><title>%s</title></circle>",
                    x, y(point.centre()), LoadChart.escaped(point.text() + ": " + figure(line, point)));
        }
        svg.format("</g>");
    }

    private double y(double nanos) {
        return up.place(nanos / NANOS_PER_MILLI);
    }

    private static String figure(Line line, Point point) {
        return ComparisonText.name(line.statistic()) + " " + text(point.centre())
                + point.interval()
                        .map(seen -> " (" + text(seen.low()) + " to " + text(seen.high()) + ")")
                        .orElse("")
                + ", n = " + point.nanos().size();
    }

    private static String text(double nanos) {
        return LatencyUnit.text(Math.round(nanos));
    }

    /** The chart in words, for those who can't see it. */
    private static String summary(Trend trend, String dimension) {
        return trend.lines().stream()
                .flatMap(line -> line.points().stream()
                        .map(point -> dimension + " " + point.text() + ": " + figure(line, point)))
                .collect(Collectors.joining("; ", trend.subject() + ". ", "."));
    }

    /** What the drawings show as an array of rows in JSON: one for each value and statistic. */
    public static String table(Collection<Trend> trends) {
        List<List<Object>> rows = new ArrayList<>();
        for (Trend trend : trends) {
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
                            point.nanos().size()));
                }
            }
        }
        return TableJson.of(
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
