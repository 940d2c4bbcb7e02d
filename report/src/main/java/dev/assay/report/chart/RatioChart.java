package dev.assay.report.chart;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Difference;
import dev.assay.model.result.Interval;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Band;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Tick;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Draws ratios of two subjects as strips: a dot for each block, the interval as a line, and a band in which a difference does not matter.
 * This shows noise and effect at a glance, which two bars would not.
 */
public final class RatioChart {
    private static final int ROW = 34;
    /** The largest ratio at an edge, unless a ratio itself is larger: intervals and blocks beyond it end there. */
    private static final double FURTHEST = 16;

    private static final double[] TICKS = {
        1, 0.5, 2, 0.25, 4, 8, 0.125, 16, 0.0625, 64, 0.016, 256, 0.004, 0.8, 1.25, 0.67, 1.5, 0.9, 1.1, 0.95, 1.05
    };
    /** Gives the least distance of ticks, as a fraction of the axis, at which their texts don't overlap. */
    private static final double MIN_BETWEEN_TICKS = 0.1;

    /** Gives the length of an arrow's head, as a fraction of the axis. */
    private static final double ARROW = 0.02;

    /** Gives half of the width of an arrow's head, as a fraction of a row. */
    private static final double ARROW_HALF = 0.18;

    private RatioChart() {}

    /**
     * Draws all statistics of a pair whose ratio is known, on a logarithmic axis with 1 in its middle; empty where no ratio is known.
     *
     * @param threshold the smallest difference that matters, as a fraction
     */
    public static Optional<Chart> of(String id, Pair pair, double threshold) {
        List<ComparedStatistic> statistics = pair.statistics().stream()
                .filter(compared -> compared.shown().estimate().isPresent())
                .toList();
        if (statistics.isEmpty()) {
            return Optional.empty();
        }
        Axis across = axis(statistics, threshold);
        List<Chart.Line> lines = new ArrayList<>();
        for (int row = 0; row < statistics.size(); row++) {
            ComparedStatistic compared = statistics.get(row);
            Colour colour = compared.difference() == Difference.INCONCLUSIVE ? Colour.QUIET : Colour.STRONG;
            Points blocks = new Points();
            for (double ratio : compared.shown().ratios()) {
                blocks.add(across.place(ratio), -row + 0.2);
            }
            Interval seen = compared.shown().estimate().orElseThrow().interval();
            double place = -row - 0.15;
            lines.add(blocks.dots("", colour, 6));
            lines.add(new Points()
                    .segment(across.place(seen.low()), place, across.place(seen.high()), place)
                    .line("", colour, Stroke.SOLID, 2.5, false));
            lines.add(new Points().add(across.place(seen.centre()), place).dots("", colour, 8));
            if (seen.low() < across.min()) {
                lines.add(arrow(across.min(), across, place, colour));
            }
            if (seen.high() > across.max()) {
                lines.add(arrow(across.max(), across, place, colour));
            }
        }
        boolean blocks = pair.statistics().stream()
                .anyMatch(compared -> !compared.shown().ratios().isEmpty());
        return Optional.of(new Chart(
                id,
                "Ratios",
                (blocks
                                ? "Ratio of each block (small dots) with its 95 % interval (line)"
                                : "Ratio of all trials of both sides, with its 95 % interval (line),")
                        + " on a logarithmic axis; differences within the band do not matter. Grey has no word."
                        + (statistics.stream().anyMatch(compared -> isIntervalCut(compared, across))
                                ? " An arrow at an edge: the interval goes on beyond it."
                                : "")
                        + (statistics.stream().anyMatch(compared -> isBlockCut(compared, across))
                                ? " A dot at an edge lies at or beyond it."
                                : ""),
                List.of(new Pane(
                        "",
                        "Ratios with intervals; the values are in the table",
                        ROW * statistics.size() + 56,
                        across,
                        Axis.rows(statistics.stream()
                                .map(compared -> ComparisonText.name(compared.statistic()))
                                .toList()),
                        List.of(new Band(1 / (1 + threshold), 1 + threshold), new Band(1, 1)),
                        lines)),
                RepetitionChart.data(pair)));
    }

    private static boolean isIntervalCut(ComparedStatistic compared, Axis across) {
        Interval seen = compared.shown().estimate().orElseThrow().interval();
        return seen.low() < across.min() || seen.high() > across.max();
    }

    private static boolean isBlockCut(ComparedStatistic compared, Axis across) {
        return compared.shown().ratios().stream().anyMatch(ratio -> across.place(ratio) != ratio);
    }

    /** Draws the head of an arrow that points out of the chart where an interval goes on beyond the edge. */
    private static Chart.Line arrow(double edge, Axis across, double place, Colour colour) {
        double inside = edge * Math.pow(across.max() / across.min(), edge == across.min() ? ARROW : -ARROW);
        return new Points()
                .add(inside, place + ARROW_HALF)
                .add(edge, place)
                .add(inside, place - ARROW_HALF)
                .line("", colour, Stroke.SOLID, 2.5, false);
    }

    private static Axis axis(List<ComparedStatistic> statistics, double threshold) {
        double furthest = furthest(statistics.stream().flatMapToDouble(RatioChart::values));
        double ratio = furthest(statistics.stream()
                .mapToDouble(compared ->
                        compared.shown().estimate().orElseThrow().interval().centre()));
        double half = Math.min(
                Math.max(Math.log(FURTHEST), 1.08 * ratio), 1.08 * Math.max(furthest, 2 * Math.log1p(threshold)));
        List<Double> ticks = new ArrayList<>();
        for (double tick : TICKS) {
            double place = Math.log(tick);
            if (Math.abs(place) < half
                    && ticks.stream()
                            .allMatch(other -> Math.abs(Math.log(other) - place) >= MIN_BETWEEN_TICKS * 2 * half)) {
                ticks.add(tick);
            }
        }
        return new Axis(
                "candidate / baseline",
                Unit.RATIO,
                true,
                Math.exp(-half),
                Math.exp(half),
                ticks.stream()
                        .sorted()
                        .map(tick -> new Tick(tick, ComparisonText.number(tick)))
                        .toList());
    }

    /** Returns the largest distance of a ratio from 1, as the logarithm. */
    private static double furthest(DoubleStream ratios) {
        return ratios.filter(value -> value > 0 && Double.isFinite(value))
                .map(value -> Math.abs(Math.log(value)))
                .max()
                .orElse(0);
    }

    private static DoubleStream values(ComparedStatistic compared) {
        Interval seen = compared.shown().estimate().orElseThrow().interval();
        return DoubleStream.concat(
                DoubleStream.of(seen.low(), seen.centre(), seen.high()),
                compared.shown().ratios().stream().mapToDouble(ratio -> ratio));
    }
}
