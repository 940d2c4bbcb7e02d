package dev.assay.report.chart;

import dev.assay.model.study.ChartRecord;
import dev.assay.model.study.ChartRecord.BlockRecord;
import dev.assay.model.study.ChartRecord.LineRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

public final class WindowChart {
    /** Gives the longest distance, in windows, at which two instants are joined by the line. */
    private static final double GAP = 1.5;

    private static final int PUBLISHED_DOT = 8;
    private static final Pattern PERCENT = Pattern.compile("\\d{1,2}(\\.\\d+)?");

    private static final List<Stroke> STROKES = List.of(Stroke.SOLID, Stroke.DASHED, Stroke.DOTTED, Stroke.DASH_DOT);

    private WindowChart() {}

    /**
     * Returns all charts of a study. A cell has the colour of its system, and a shade and stroke by its position among the
     * lines of that system.
     */
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
            String id = "study-chart-" + (charts.size() + 1);
            charts.add(
                    chart.ofPercentiles() ? ofPercentiles(id, chart, ofLines, study.cells()) : of(id, chart, ofLines));
        }
        return charts;
    }

    static Chart of(String id, ChartRecord chart, List<Colour> colours) {
        double last = at(chart).max().orElse(0);
        Axis across =
                new Axis("seconds of measured load", Unit.SECONDS, false, 0, last + chart.windowSeconds(), List.of());
        Axis up = Axis.of("", Unit.MILLISECONDS, millis(chart));
        return chart(
                id,
                chart,
                "%s, windows of %d s".formatted(words(chart.statistic()), chart.windowSeconds()),
                pane(chart, "over time", across, up, lines(chart, colours, up)));
    }

    /** Draws percentiles on an axis of nines, with a dot for each published one. */
    static Chart ofPercentiles(String id, ChartRecord chart, List<Colour> colours, List<CellRecord> cells) {
        List<Map<Double, Double>> published = chart.lines().stream()
                .map(line -> published(line.cell(), chart.statistic() + ".p", cells))
                .toList();
        Axis up = Axis.of(
                "",
                Unit.MILLISECONDS,
                DoubleStream.concat(
                        millis(chart),
                        published.stream()
                                .flatMap(known -> known.values().stream())
                                .mapToDouble(Double::doubleValue)));
        Axis across = Axis.logarithmic(
                "percentile",
                Unit.NINES,
                DoubleStream.concat(
                                DoubleStream.of(0, 90),
                                DoubleStream.concat(
                                        at(chart),
                                        published.stream()
                                                .flatMap(known -> known.keySet().stream())
                                                .mapToDouble(Double::doubleValue)))
                        .map(WindowChart::nines));
        List<Chart.Line> drawn = new ArrayList<>(lines(chart, colours, up));
        for (int index = 0; index < published.size(); index++) {
            Points dots = new Points();
            published.get(index).forEach((percent, millis) -> dots.add(nines(percent), up.place(millis)));
            drawn.add(dots.dots("", colours.get(index), PUBLISHED_DOT));
        }
        return chart(id, chart, "percentiles of end-to-end", pane(chart, "by percentile", across, up, drawn));
    }

    /** Returns the position of a percentile on the axis: 1 at the minimum, 10 at 90 %, 100 at 99 %. */
    private static double nines(double percent) {
        return 1 / (1 - percent / 100);
    }

    /** Returns the published percentiles of a cell, in milliseconds. */
    private static Map<Double, Double> published(String id, String prefix, List<CellRecord> cells) {
        Map<Double, Double> published = new TreeMap<>();
        for (CellRecord cell : cells) {
            if (id.equals(cell.test() + "/" + cell.cell())) {
                cell.statistics().stream()
                        .filter(known -> known.statistic().startsWith(prefix)
                                && PERCENT.matcher(known.statistic().substring(prefix.length()))
                                        .matches())
                        .forEach(known -> known.published()
                                .ifPresent(millis -> published.put(
                                        Double.parseDouble(known.statistic().substring(prefix.length())), millis)));
            }
        }
        return published;
    }

    private static List<Chart.Line> lines(ChartRecord chart, List<Colour> colours, Axis up) {
        List<Chart.Line> lines = new ArrayList<>();
        for (int index = 0; index < chart.lines().size(); index++) {
            LineRecord line = chart.lines().get(index);
            Colour colour = colours.get(index);
            // The other blocks come first, so that the median one lies above them.
            line.blocks().stream()
                    .sorted(Comparator.comparing(BlockRecord::median))
                    .forEach(block -> lines.add(drawn(line.name(), colour, block, chart, up)));
        }
        return lines;
    }

    private static Pane pane(ChartRecord chart, String how, Axis across, Axis up, List<Chart.Line> lines) {
        return new Pane(
                "",
                chart.statistic() + " " + how + ", " + chart.title() + ". "
                        + chart.lines().stream()
                                .map(line -> line.name() + ": " + range(line))
                                .collect(Collectors.joining("; ", "", ".")),
                240,
                across,
                up,
                List.of(),
                lines);
    }

    private static Chart chart(String id, ChartRecord chart, String of, Pane pane) {
        return new Chart(id, chart.title() + ": " + of, notes(chart, pane.up()), List.of(pane), data(chart));
    }

    private static DoubleStream at(ChartRecord chart) {
        return blocks(chart).flatMap(block -> block.at().stream()).mapToDouble(Double::doubleValue);
    }

    private static DoubleStream millis(ChartRecord chart) {
        return blocks(chart).flatMap(block -> block.millis().stream()).mapToDouble(Double::doubleValue);
    }

    private static Stream<BlockRecord> blocks(ChartRecord chart) {
        return chart.lines().stream().flatMap(line -> line.blocks().stream());
    }

    private static Chart.Line drawn(String name, Colour colour, BlockRecord block, ChartRecord chart, Axis up) {
        Points points = new Points();
        for (int index = 0; index < block.at().size(); index++) {
            double at = block.at().get(index);
            double millis = up.place(block.millis().get(index));
            if (chart.ofPercentiles()) {
                points.add(nines(at), millis);
                continue;
            }
            if (index > 0 && at - block.at().get(index - 1) > GAP * chart.windowSeconds()) {
                points.gap();
            }
            points.add(at + chart.windowSeconds() / 2.0, millis);
        }
        Stroke stroke = STROKES.get(colour.shade());
        return points.line(name, colour, stroke, block.median() ? 2 : 1, false);
    }

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
                for (int index = 0; index < block.at().size(); index++) {
                    rows.add(List.of(
                            line.name(),
                            line.cell(),
                            block.block(),
                            block.invalid() ? "INVALID" : "",
                            block.at().get(index),
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
                        chart.ofPercentiles()
                                ? "percentile (%)"
                                : "window of " + chart.windowSeconds() + " s begins (seconds)",
                        chart.statistic() + " (ms)"),
                rows);
    }
}
