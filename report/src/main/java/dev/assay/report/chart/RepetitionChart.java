package dev.assay.report.chart;

import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.model.result.Interval;
import dev.assay.report.figure.ComparisonText;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * All repetitions of two subjects as strips, drawn as SVG: a dot for each trial that counts, and the interval of the typical one as a line.
 * Each statistic has an axis of its own, from the lowest to the highest of what is drawn.
 */
public final class RepetitionChart {
    private static final int WIDTH = 560;
    private static final int LEFT = 150;
    private static final int RIGHT = 40;
    private static final int ROW = 26;
    private static final int TITLE = 24;
    private static final int AXIS = 24;
    private static final int MAX_LETTERS = 15;
    private static final double MARGIN = 0.04;
    private static final double NANOS_PER_MILLI = 1e6;

    private RepetitionChart() {}

    private record Scale(double low, double high) {
        static Scale of(ComparedFigure figure) {
            double[] sorted = Stream.concat(figure.baseline().stream(), figure.candidate().stream())
                    .mapToDouble(value -> value)
                    .sorted()
                    .toArray();
            DoubleStream ends = Stream.of(figure.ofBaseline(), figure.ofCandidate())
                    .flatMap(Optional::stream)
                    .flatMapToDouble(seen -> DoubleStream.of(seen.low(), seen.high()));
            double[] drawn =
                    DoubleStream.concat(DoubleStream.of(sorted), ends).sorted().toArray();
            return new Scale(drawn[0], drawn[drawn.length - 1]);
        }

        double x(double value) {
            double share = high == low ? 0.5 : (value - low) / (high - low);
            return LEFT + (MARGIN + share * (1 - 2 * MARGIN)) * (WIDTH - LEFT - RIGHT);
        }
    }

    /**
     * One of the two.
     *
     * @param style also what it is called where its name has no room
     * @param values a latency in nanoseconds or a rate of each trial
     */
    private record Side(String style, String name, List<Double> values) {}

    /**
     * The drawing of all figures of a pair of which both sides have a trial that counts.
     *
     * @return empty where no figure has
     */
    public static String svg(Pair pair) {
        List<ComparedFigure> figures =
                pair.figures().stream().filter(figure -> figure.n() > 0).toList();
        if (figures.isEmpty()) {
            return "";
        }
        int each = TITLE + 2 * ROW + AXIS;
        Formatter svg = new Formatter(Locale.ROOT)
                .format(
                        "<svg class=\"repetition-chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Trials of both sides with intervals; the figures are in the table\">",
                        WIDTH, each * figures.size());
        for (int i = 0; i < figures.size(); i++) {
            strip(pair, figures.get(i), each * i, svg);
        }
        return svg.format("</svg>").toString();
    }

    private static void strip(Pair pair, ComparedFigure figure, int top, Formatter svg) {
        Scale scale = Scale.of(figure);
        svg.format(
                "<text class=\"statistic\" x=\"%d\" y=\"%d\">%s</text>",
                LEFT, top + TITLE - 8, LoadChart.escaped(ComparisonText.name(figure.statistic())));
        int y = top + TITLE + ROW / 2;
        row(new Side("baseline", pair.baseline(), figure.baseline()), figure.statistic(), y, scale, svg);
        row(new Side("candidate", pair.candidate(), figure.candidate()), figure.statistic(), y + ROW, scale, svg);
        int bottom = top + TITLE + 2 * ROW;
        svg.format("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%3$d\"/>", LEFT, WIDTH - RIGHT, bottom);
        for (double value : scale.high() == scale.low() ? List.of(scale.low()) : List.of(scale.low(), scale.high())) {
            svg.format(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    scale.x(value), bottom + 15, ComparisonText.median(figure.statistic(), List.of(value)));
        }
    }

    private static void row(Side side, String statistic, int y, Scale scale, Formatter svg) {
        svg.format(
                "<g class=\"%s\"><title>%s</title><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                side.style(),
                LoadChart.escaped(side.name() + ": " + ComparisonText.value(statistic, side.values()) + ", n = "
                        + side.values().size()),
                LEFT - 10,
                y + 4,
                LoadChart.escaped(side.name().length() > MAX_LETTERS ? side.style() : side.name()));
        side.values().forEach(value -> svg.format("<circle cx=\"%.1f\" cy=\"%d\" r=\"3.2\"/>", scale.x(value), y - 3));
        Interval.of(side.values())
                .ifPresent(seen -> svg.format(
                        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%3$d\"/><line x1=\"%4$.1f\" x2=\"%4$.1f\" y1=\"%5$d\" y2=\"%6$d\"/>",
                        scale.x(seen.low()), scale.x(seen.high()), y + 7, scale.x(seen.centre()), y + 3, y + 11));
        svg.format("</g>");
    }

    /** What the strips and the ratios show as an array of rows in JSON: one for each trial, or each block where trials are of blocks. */
    public static String table(Pair pair) {
        List<List<Object>> rows = new ArrayList<>();
        for (ComparedFigure figure : pair.figures()) {
            boolean rate = ComparisonRequest.isRate(figure.statistic());
            double unit = rate ? 1 : NANOS_PER_MILLI;
            add(rows, figure, pair.baseline(), figure.baseline(), unit);
            add(rows, figure, pair.candidate(), figure.candidate(), unit);
            figure.ratios().forEach(ratio -> rows.add(List.of(figure.statistic(), "ratio of a block", ratio, "")));
        }
        return TableJson.of(List.of("statistic", "of", "value", "unit"), rows);
    }

    private static void add(
            List<List<Object>> rows, ComparedFigure figure, String side, List<Double> values, double unit) {
        values.forEach(value -> rows.add(List.of(figure.statistic(), side, value / unit, unit == 1 ? "msg/s" : "ms")));
    }
}
