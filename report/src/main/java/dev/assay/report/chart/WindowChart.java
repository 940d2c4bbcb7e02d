package dev.assay.report.chart;

import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Unit;
import dev.assay.scenario.study.ChartRecord;
import dev.assay.scenario.study.ChartRecord.BlockRecord;
import dev.assay.scenario.study.ChartRecord.LineRecord;
import dev.assay.scenario.study.StudyRecord;
import dev.assay.scenario.study.StudyRecord.CellRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Windows over time, cell by cell, as studies have them. */
public final class WindowChart {
    /** An instant more than that many windows after the last is no neighbour: the line is broken. */
    private static final double GAP = 1.5;

    /** By shade. */
    private static final List<Stroke> STROKES = List.of(Stroke.SOLID, Stroke.DASHED, Stroke.DOTTED, Stroke.DASH_DOT);

    private WindowChart() {}

    /** All charts of a study. A cell has the colour of its system, and a shade and stroke by its place among the lines of that system. */
    public static List<Chart> of(StudyRecord study) {
        Map<String, String> systems = study.cells().stream()
                .collect(Collectors.toMap(
                        cell -> cell.test() + "/" + cell.cell(), CellRecord::system, (first, _) -> first));
        SystemColours colours = SystemColours.of(systems.values());
        List<Chart> charts = new ArrayList<>();
        for (ChartRecord chart : study.charts()) {
            Map<String, Integer> seen = new HashMap<>();
            List<Colour> ofLines = new ArrayList<>();
            for (LineRecord line : chart.lines()) {
                String system = systems.getOrDefault(line.cell(), line.cell());
                ofLines.add(new Colour(colours.of(system), (seen.merge(system, 1, Integer::sum) - 1) % STROKES.size()));
            }
            charts.add(of("study-chart-" + (charts.size() + 1), chart, ofLines));
        }
        return charts;
    }

    static Chart of(String id, ChartRecord chart, List<Colour> colours) {
        double last = blocks(chart)
                .flatMap(block -> block.seconds().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        Axis up = Axis.of(
                "",
                Unit.MILLISECONDS,
                blocks(chart).flatMap(block -> block.millis().stream()).mapToDouble(Double::doubleValue));
        List<Chart.Line> lines = new ArrayList<>();
        for (int index = 0; index < chart.lines().size(); index++) {
            LineRecord line = chart.lines().get(index);
            Colour colour = colours.get(index);
            // Blocks beside the median one first, so that it lies above them.
            line.blocks().stream()
                    .sorted(Comparator.comparing(BlockRecord::median))
                    .forEach(block -> lines.add(drawn(line.name(), colour, block, chart.windowSeconds(), up)));
        }
        return new Chart(
                id,
                "%s: %s, windows of %d s".formatted(chart.title(), words(chart.statistic()), chart.windowSeconds()),
                notes(chart, up),
                List.of(new Pane(
                        "",
                        chart.statistic() + " over time, " + chart.title() + ". "
                                + chart.lines().stream()
                                        .map(line -> line.name() + ": " + range(line))
                                        .collect(Collectors.joining("; ", "", ".")),
                        240,
                        new Axis(
                                "seconds of measured load",
                                Unit.SECONDS,
                                false,
                                0,
                                last + chart.windowSeconds(),
                                List.of()),
                        up,
                        List.of(),
                        lines)),
                data(chart));
    }

    private static Stream<BlockRecord> blocks(ChartRecord chart) {
        return chart.lines().stream().flatMap(line -> line.blocks().stream());
    }

    private static Chart.Line drawn(String name, Colour colour, BlockRecord block, int windowSeconds, Axis up) {
        Points points = new Points();
        for (int index = 0; index < block.seconds().size(); index++) {
            if (index > 0 && block.seconds().get(index) - block.seconds().get(index - 1) > GAP * windowSeconds) {
                points.gap();
            }
            points.add(
                    block.seconds().get(index) + windowSeconds / 2.0,
                    up.place(block.millis().get(index)));
        }
        Stroke stroke = STROKES.get(colour.shade());
        return points.line(name, colour, stroke, block.median() ? 2 : 1, false);
    }

    /** In the words of the published charts. */
    private static String words(String statistic) {
        return statistic.startsWith("service.p99")
                ? "publish p99"
                : statistic.startsWith("send-to-receive.mean") ? "mean end-to-end" : statistic;
    }

    private static String notes(ChartRecord chart, Axis up) {
        List<String> notes = new ArrayList<>();
        if (up.logarithmic()) {
            notes.add("The axis of latency is logarithmic.");
        }
        for (LineRecord line : chart.lines()) {
            if (!line.missing().isEmpty()) {
                notes.add(line.name() + " is not drawn: " + line.missing() + ".");
            }
        }
        for (LineRecord line : chart.lines()) {
            List<String> invalid = line.blocks().stream()
                    .filter(BlockRecord::invalid)
                    .map(block -> "block " + block.block())
                    .toList();
            if (!invalid.isEmpty()) {
                notes.add("INVALID of " + line.name() + ": " + String.join(", ", invalid) + ".");
            }
        }
        if (chart.leftOut() > 0) {
            notes.add(chart.leftOut()
                    + " more cells are not drawn: list the ones to draw under 'charts' in the study file.");
        }
        return String.join(" ", notes);
    }

    private static String range(LineRecord line) {
        OptionalDouble low = values(line).min();
        OptionalDouble high = values(line).max();
        return low.isEmpty() || high.isEmpty()
                ? line.missing()
                : String.format(Locale.ROOT, "%.4g to %.4g ms", low.getAsDouble(), high.getAsDouble());
    }

    private static DoubleStream values(LineRecord line) {
        return line.blocks().stream().flatMap(block -> block.millis().stream()).mapToDouble(Double::doubleValue);
    }

    private static DataTable data(ChartRecord chart) {
        List<List<Object>> rows = new ArrayList<>();
        for (LineRecord line : chart.lines()) {
            for (BlockRecord block : line.blocks()) {
                for (int index = 0; index < block.seconds().size(); index++) {
                    rows.add(List.of(
                            line.name(),
                            line.cell(),
                            block.block(),
                            block.invalid() ? "INVALID" : "",
                            block.seconds().get(index),
                            block.millis().get(index)));
                }
            }
        }
        return new DataTable(
                List.of(
                        "line",
                        "cell",
                        "block",
                        "verdict",
                        "window of " + chart.windowSeconds() + " s begins (seconds)",
                        chart.statistic() + " (ms)"),
                rows);
    }
}
