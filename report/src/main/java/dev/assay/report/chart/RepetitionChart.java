package dev.assay.report.chart;

import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.model.result.Interval;
import dev.assay.report.figure.ComparisonText;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.Figures;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All repetitions of two subjects as strips: a dot for each trial that counts, and the interval of the typical one as a line. Each statistic
 * has an axis of its own, from the lowest to the highest of what is drawn.
 */
public final class RepetitionChart {
    private static final double MARGIN = 0.05;
    private static final double NANOS_PER_MILLI = 1e6;

    private RepetitionChart() {}

    /** The chart of all figures of a pair of which both sides have a trial that counts; empty where no figure has. */
    public static Optional<Chart> of(String id, Pair pair) {
        List<Pane> panes = pair.figures().stream()
                .filter(figure -> figure.n() > 0)
                .map(figure -> pane(pair, figure))
                .toList();
        return panes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(
                        id,
                        "All repetitions",
                        "Each dot is a trial that counts; the line is the 95 % interval of the typical one, from three"
                                + " trials on. Each statistic has its own axis, which does not begin at zero.",
                        panes,
                        figures(pair)));
    }

    private static Pane pane(Pair pair, ComparedFigure figure) {
        double unit = unit(figure);
        List<Chart.Line> lines = new ArrayList<>();
        addSide(lines, 0, Colour.QUIET, figure.baseline(), unit);
        addSide(lines, -1, Colour.STRONG, figure.candidate(), unit);
        double[] drawn = lines.stream()
                .flatMapToDouble(line -> line.across().stream())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double low = drawn[0];
        double high = drawn[drawn.length - 1];
        double margin = high > low ? MARGIN * (high - low) : MARGIN * Math.max(high, 1e-3);
        return new Pane(
                ComparisonText.name(figure.statistic()),
                side(pair.baseline(), figure.statistic(), figure.baseline()) + "; "
                        + side(pair.candidate(), figure.statistic(), figure.candidate()),
                120,
                new Axis(
                        "",
                        unit == 1 ? Unit.MESSAGES_PER_SECOND : Unit.MILLISECONDS,
                        false,
                        low - margin,
                        high + margin,
                        List.of()),
                Axis.rows(List.of(pair.baseline(), pair.candidate())),
                List.of(),
                lines);
    }

    private static String side(String name, String statistic, List<Double> values) {
        return name + ": " + ComparisonText.value(statistic, values) + ", n = " + values.size();
    }

    private static void addSide(List<Chart.Line> lines, int row, Colour colour, List<Double> values, double unit) {
        Points dots = new Points();
        values.forEach(value -> dots.add(value / unit, row + 0.15));
        lines.add(dots.dots("", colour, 6));
        Interval.of(values).ifPresent(seen -> {
            lines.add(new Points()
                    .segment(seen.low() / unit, row - 0.2, seen.high() / unit, row - 0.2)
                    .line("", colour, Stroke.SOLID, 2.5, false));
            lines.add(new Points().add(seen.centre() / unit, row - 0.2).dots("", colour, 8));
        });
    }

    private static double unit(ComparedFigure figure) {
        return ComparisonRequest.isRate(figure.statistic()) ? 1 : NANOS_PER_MILLI;
    }

    /** What strips and ratios show: a row for each trial, and for each block where trials are of blocks. */
    static Figures figures(Pair pair) {
        List<List<Object>> rows = new ArrayList<>();
        for (ComparedFigure figure : pair.figures()) {
            double unit = unit(figure);
            String symbol = (unit == 1 ? Unit.MESSAGES_PER_SECOND : Unit.MILLISECONDS).symbol();
            figure.baseline()
                    .forEach(value -> rows.add(List.of(figure.statistic(), pair.baseline(), value / unit, symbol)));
            figure.candidate()
                    .forEach(value -> rows.add(List.of(figure.statistic(), pair.candidate(), value / unit, symbol)));
            figure.ratios().forEach(ratio -> rows.add(List.of(figure.statistic(), "ratio of a block", ratio, "")));
        }
        return new Figures(List.of("statistic", "of", "value", "unit"), rows);
    }
}
