package dev.assay.report.chart;

import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.model.result.Interval;
import dev.assay.report.figure.ComparisonText;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Ratios of two subjects as strips, drawn as SVG: a dot for each block, the interval as a line, and a band in which a difference does not
 * matter. One glance tells noise from effect, where two bars would not.
 */
public final class RatioChart {
    private static final int WIDTH = 560;
    private static final int LEFT = 150;
    private static final int RIGHT = 24;
    private static final int TOP = 8;
    private static final int ROW = 34;
    private static final int AXIS = 40;
    private static final double FURTHEST = 16;
    private static final double[] TICKS = {
        0.0625, 0.125, 0.25, 0.5, 0.67, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 1.5, 2, 4, 8, 16
    };
    private static final int MIN_BETWEEN_TICKS = 38;

    private RatioChart() {}

    private record Scale(double low, double high) {
        static Scale of(List<ComparedFigure> figures, double threshold) {
            double furthest = figures.stream()
                    .flatMapToDouble(RatioChart::values)
                    .filter(value -> value > 0 && Double.isFinite(value))
                    .map(value -> Math.abs(Math.log(value)))
                    .max()
                    .orElse(0);
            double half = Math.min(Math.log(FURTHEST), 1.08 * Math.max(furthest, 2 * Math.log1p(threshold)));
            return new Scale(-half, half);
        }

        double x(double ratio) {
            double log = Math.max(low, Math.min(high, Math.log(ratio)));
            return LEFT + (log - low) / (high - low) * (WIDTH - LEFT - RIGHT);
        }
    }

    private static DoubleStream values(ComparedFigure figure) {
        Interval seen = figure.estimate().orElseThrow().interval();
        return DoubleStream.concat(
                DoubleStream.of(seen.low(), seen.centre(), seen.high()),
                figure.ratios().stream().mapToDouble(ratio -> ratio));
    }

    /**
     * The drawing of all figures of a pair whose ratio is known, on a logarithmic axis with 1 in its middle.
     *
     * @param threshold the least difference that matters, as a share
     * @return empty where no ratio is known
     */
    public static String svg(Pair pair, double threshold) {
        List<ComparedFigure> figures = pair.figures().stream()
                .filter(figure -> figure.estimate().isPresent())
                .toList();
        if (figures.isEmpty()) {
            return "";
        }
        Scale scale = Scale.of(figures, threshold);
        int bottom = TOP + ROW * figures.size();
        Formatter svg = new Formatter(Locale.ROOT)
                .format(
                        "<svg class=\"ratio-chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Ratios with intervals; the figures are in the table\">",
                        WIDTH, bottom + AXIS);
        svg.format(
                "<rect class=\"band\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                scale.x(1 / (1 + threshold)), TOP, scale.x(1 + threshold) - scale.x(1 / (1 + threshold)), bottom - TOP);
        axis(scale, bottom, svg);
        for (int i = 0; i < figures.size(); i++) {
            row(figures.get(i), TOP + ROW * i + ROW / 2, scale, svg);
        }
        return svg.format("</svg>").toString();
    }

    private static void axis(Scale scale, int bottom, Formatter svg) {
        svg.format("<line class=\"one\" x1=\"%.1f\" x2=\"%1$.1f\" y1=\"%d\" y2=\"%d\"/>", scale.x(1), TOP, bottom);
        for (double tick : TICKS) {
            boolean inside = Math.log(tick) > scale.low() && Math.log(tick) < scale.high();
            boolean apart = tick == 1 || Math.abs(scale.x(tick) - scale.x(1)) >= MIN_BETWEEN_TICKS;
            boolean neighbours = DoubleStream.of(TICKS)
                    .filter(other -> Math.abs(Math.log(other)) < Math.abs(Math.log(tick))
                            && Math.signum(Math.log(other)) == Math.signum(Math.log(tick)))
                    .noneMatch(other -> Math.abs(scale.x(other) - scale.x(tick)) < MIN_BETWEEN_TICKS
                            && Math.abs(scale.x(other) - scale.x(1)) >= MIN_BETWEEN_TICKS);
            if (inside && apart && neighbours) {
                svg.format(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        scale.x(tick), bottom + 16, ComparisonText.number(tick));
            }
        }
        svg.format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">candidate by baseline</text>",
                (LEFT + WIDTH - RIGHT) / 2, bottom + 34);
    }

    private static void row(ComparedFigure figure, int y, Scale scale, Formatter svg) {
        Interval seen = figure.estimate().orElseThrow().interval();
        svg.format(
                "<g class=\"ratio %s\"><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                figure.difference(), LEFT - 10, y + 4, LoadChart.escaped(ComparisonText.name(figure.statistic())));
        figure.ratios()
                .forEach(ratio -> svg.format(
                        "<circle cx=\"%.1f\" cy=\"%d\" r=\"3.2\"><title>%s</title></circle>",
                        scale.x(ratio), y - 6, ComparisonText.number(ratio)));
        svg.format(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%3$d\"/><line class=\"centre\" x1=\"%4$.1f\" x2=\"%4$.1f\" y1=\"%5$d\" y2=\"%6$d\"/></g>",
                scale.x(seen.low()), scale.x(seen.high()), y + 5, scale.x(seen.centre()), y, y + 10);
    }
}
