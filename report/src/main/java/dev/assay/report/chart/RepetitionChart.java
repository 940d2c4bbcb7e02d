package dev.assay.report.chart;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.ComparedStatistic.Measured;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.metric.ComparedName;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Draws all repetitions of two subjects as strips: a dot for each trial that counts, and the interval of the typical one as a line. Each
 * statistic has its own axis, from the lowest to the highest drawn value.
 */
public final class RepetitionChart {
    private static final double MARGIN = 0.05;
    private static final double NANOS_PER_MILLI = 1e6;

    private RepetitionChart() {}

    /** Draws all statistics of a pair of which both sides have a trial that counts; empty where there is none. */
    public static Optional<Chart> of(String id, Pair pair) {
        List<Pane> panes = pair.statistics().stream()
                .filter(compared -> compared.shown().baseline().n() > 0
                        && compared.shown().candidate().n() > 0)
                .map(compared -> pane(pair, compared))
                .toList();
        return panes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(
                        id,
                        "All repetitions",
                        "Each dot is a trial that counts, or in grey on both sides one that does not; the line is the 95 % interval of the typical one, with three"
                                + " or more trials. Each statistic has its own axis, which does not start at zero.",
                        panes,
                        data(pair)));
    }

    private static Pane pane(Pair pair, ComparedStatistic compared) {
        double unit = unit(compared);
        List<Chart.Line> lines = new ArrayList<>();
        Measured shown = compared.shown();
        addSide(lines, 0, Colour.QUIET, shown.baseline(), unit);
        addSide(lines, -1, compared.withoutWord() ? Colour.QUIET : Colour.STRONG, shown.candidate(), unit);
        double[] drawn = lines.stream()
                .flatMapToDouble(line -> line.across().stream())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double low = drawn[0];
        double high = drawn[drawn.length - 1];
        double margin = high > low ? MARGIN * (high - low) : MARGIN * Math.max(high, 1e-3);
        return new Pane(
                ComparisonText.name(compared.statistic()),
                side(pair.baseline(), shown.baseline()) + "; " + side(pair.candidate(), shown.candidate())
                        + (compared.withoutWord() ? "; " + ComparisonText.word(compared) : ""),
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

    private static String side(String name, Readings side) {
        return name + ": " + ComparisonText.value(side) + ", n = " + side.n();
    }

    private static void addSide(List<Chart.Line> lines, int row, Colour colour, Readings side, double unit) {
        Points dots = new Points();
        side.values().forEach(value -> dots.add(value / unit, row + 0.15));
        lines.add(dots.dots("", colour, 6));
        side.interval().ifPresent(seen -> {
            lines.add(new Points()
                    .segment(seen.low() / unit, row - 0.2, seen.high() / unit, row - 0.2)
                    .line("", colour, Stroke.SOLID, 2.5, false));
            lines.add(new Points().add(seen.centre() / unit, row - 0.2).dots("", colour, 8));
        });
    }

    private static double unit(ComparedStatistic compared) {
        return ComparedName.isRate(compared.statistic()) ? 1 : NANOS_PER_MILLI;
    }

    /** Returns the values of strips and ratios: a row for each trial, and for each block where trials are in blocks. */
    static DataTable data(Pair pair) {
        List<List<Object>> rows = new ArrayList<>();
        for (ComparedStatistic compared : pair.statistics()) {
            Measured shown = compared.shown();
            addRows(rows, compared, pair.baseline(), shown.baseline());
            addRows(rows, compared, pair.candidate(), shown.candidate());
            String why = compared.withoutWord() ? ComparisonText.leftOut(compared.leftOut()) : "";
            shown.ratios()
                    .forEach(ratio -> rows.add(List.of(compared.statistic(), "ratio of a block", ratio, "", why)));
        }
        return new DataTable(List.of("statistic", "of", "value", "unit", "why"), rows);
    }

    private static void addRows(List<List<Object>> rows, ComparedStatistic compared, String of, Readings side) {
        double unit = unit(compared);
        String symbol = (unit == 1 ? Unit.MESSAGES_PER_SECOND : Unit.MILLISECONDS).symbol();
        side.rows().forEach(row -> rows.add(List.of(compared.statistic(), of, row.value() / unit, symbol, row.why())));
    }
}
