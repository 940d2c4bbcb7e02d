package dev.assay.report.chart;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Latency against offered load, drawn as SVG: it needs no script, and its colours are those of the page's style. */
public final class LoadChart {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 320;
    private static final int LEFT = 64;
    private static final int RIGHT = 20;
    private static final int TOP = 16;
    private static final int BOTTOM = 44;
    private static final int STEPS = 5;
    private static final double MIN_MILLIS = 0.001;

    private LoadChart() {}

    /**
     * A line of the chart.
     *
     * @param kind which latency it is of, for its colour
     * @param percent its percentile, for its stroke
     */
    public record Line(String name, String kind, double percent, List<Point> points) {}

    /** A place on it: the rate offered in messages per second, the latency in milliseconds. */
    public record Point(double perSecond, double millis) {}

    /** What it draws as an array of rows in JSON: one for each point. */
    public static String table(List<Line> lines) {
        return TableJson.of(
                List.of("latency", "offered (msg/s)", "milliseconds"),
                lines.stream()
                        .flatMap(line -> line.points().stream()
                                .map(point -> List.<Object>of(line.name(), point.perSecond(), point.millis())))
                        .toList());
    }

    /** What is drawn where. */
    private record Scale(double mostPerSecond, double lowestDecade, double highestDecade) {
        static Scale of(List<Line> lines) {
            double most = lines.stream()
                    .flatMap(line -> line.points().stream())
                    .mapToDouble(Point::perSecond)
                    .max()
                    .orElse(1);
            return new Scale(most, Math.floor(Math.log10(millis(lines).min().orElse(1))), highest(millis(lines)));
        }

        private static double highest(DoubleStream millis) {
            return Math.ceil(Math.log10(millis.max().orElse(10)) + 1e-9);
        }

        private static DoubleStream millis(List<Line> lines) {
            return lines.stream()
                    .flatMap(line -> line.points().stream())
                    .mapToDouble(point -> Math.max(MIN_MILLIS, point.millis()));
        }

        double x(double perSecond) {
            return LEFT + perSecond / mostPerSecond * (WIDTH - LEFT - RIGHT);
        }

        double y(double millis) {
            double share = (Math.log10(Math.max(MIN_MILLIS, millis)) - lowestDecade)
                    / Math.max(1, highestDecade - lowestDecade);
            return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
        }
    }

    /**
     * The drawing of these lines, on a logarithmic axis of latency.
     *
     * @param what of which system or point it is, for those who do not see it; nothing else of it is drawn
     */
    public static String svg(String what, List<Line> lines) {
        Scale scale = Scale.of(lines);
        StringBuilder svg =
                new StringBuilder("<svg class=\"load-chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
                        .formatted(WIDTH, HEIGHT, escaped("Latency against offered load, " + what)));
        axes(scale, svg);
        lines.forEach(line -> svg.append(drawn(line, scale)));
        return svg.append("</svg>").toString();
    }

    private static void axes(Scale scale, StringBuilder svg) {
        for (double decade = scale.lowestDecade(); decade <= scale.highestDecade(); decade++) {
            double millis = Math.pow(10, decade);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    LEFT,
                    WIDTH - RIGHT,
                    scale.y(millis),
                    scale.y(millis)));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ms</text>",
                    LEFT - 6,
                    scale.y(millis) + 4,
                    plain(millis)));
        }
        for (int step = 0; step <= STEPS; step++) {
            double perSecond = scale.mostPerSecond() * step / STEPS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0f</text>",
                    scale.x(perSecond),
                    HEIGHT - BOTTOM + 18,
                    perSecond));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">offered, msg/s</text>",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 6));
    }

    private static String drawn(Line line, Scale scale) {
        String points = line.points().stream()
                .map(point ->
                        String.format(Locale.ROOT, "%.1f,%.1f", scale.x(point.perSecond()), scale.y(point.millis())))
                .collect(Collectors.joining(" "));
        String dots = IntStream.range(0, line.points().size())
                .mapToObj(index -> line.points().get(index))
                .map(point -> String.format(
                        Locale.ROOT,
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %.3f ms at %,.0f msg/s</title></circle>",
                        scale.x(point.perSecond()),
                        scale.y(point.millis()),
                        escaped(line.name()),
                        point.millis(),
                        point.perSecond()))
                .collect(Collectors.joining());
        return "<g class=\"line %s %s\"><polyline points=\"%s\"/>%s</g>"
                .formatted(line.kind(), stroke(line.percent()), points, dots);
    }

    private static String stroke(double percent) {
        return percent < 99 ? "body" : percent < 99.5 ? "tail" : "far-tail";
    }

    private static String plain(double millis) {
        return millis >= 1
                ? String.format(Locale.ROOT, "%,.0f", millis)
                : String.format(
                        Locale.ROOT,
                        "%s",
                        new java.math.BigDecimal(Double.toString(millis))
                                .stripTrailingZeros()
                                .toPlainString());
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
