package dev.assay.report.chart;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.Series;
import dev.assay.model.timeline.Phase;
import dev.assay.report.chart.Panel.Clock;
import dev.assay.report.chart.Panel.Line;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Plot;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Chart.Unit;
import dev.assay.report.view.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * @param id the trial's anchor in the page
 * @param end the last second of which anything is known
 * @param latencyTimes seconds from the start of the load of panels that follow {@link Clock#LATENCY}
 * @param seriesTimes seconds from the start of the load of panels that follow {@link Clock#SERIES}
 * @param heats heat maps of the same latencies with all of their samples
 * @param zeros titles of charts that are not drawn, since they would show nothing but zeros
 */
public record TrialCharts(
        String id,
        TrialLook look,
        String level,
        List<Span> phases,
        List<Mark> events,
        double end,
        List<Curve> curves,
        Values latencyTimes,
        Values seriesTimes,
        List<Panel> panels,
        List<HeatChart> heats,
        List<String> zeros) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * Holds a phase in seconds from the start of the load.
     *
     * @param measured whether its values are part of the result
     */
    public record Span(String name, boolean measured, double from, double to) {}

    /**
     * Holds an event in seconds from the start of the load.
     *
     * @param to when it was in effect
     */
    public record Mark(String name, double from, double to) {}

    /** Limits the charts over time that are open; the others are folded away. */
    private static final int FIRST = 4;

    private record LatencyValue(LatencyMetric metric, String name, boolean hidden, ToDoubleFunction<Point> nanos) {}

    private static final List<LatencyValue> LATENCY_LINES = List.of(
            new LatencyValue(LatencyMetric.RESPONSE, "response p99", false, Point::p99Nanos),
            new LatencyValue(LatencyMetric.SERVICE, "service p99", false, Point::p99Nanos),
            new LatencyValue(LatencyMetric.END_TO_END, "end-to-end mean", false, Point::meanNanos),
            new LatencyValue(LatencyMetric.END_TO_END, "end-to-end p99", true, Point::p99Nanos),
            new LatencyValue(LatencyMetric.SCHEDULE_LAG, "schedule lag p99", true, Point::p99Nanos),
            new LatencyValue(LatencyMetric.RESPONSE, "response max", true, Point::maxNanos));

    /**
     * Returns the charts of a trial, under the given anchor.
     *
     * @param look its name and its colour
     */
    public static TrialCharts of(String id, TrialLook look, TrialAnalysis analysis) {
        double[] latencyTimes = latencyTimes(analysis.overTime());
        double[] seriesTimes = analysis.series().seconds().toArray();
        List<Span> phases = analysis.trial().course().phases().stream()
                .map(TrialCharts::span)
                .toList();
        List<Panel> panels = new ArrayList<>();
        latency(analysis.overTime(), latencyTimes, thinning(analysis)).ifPresent(panels::add);
        List<Panel> ofSeries = Panels.of(analysis.series(), thinning(analysis));
        ofSeries.stream().filter(panel -> panel.telling() || !panel.zero()).forEach(panels::add);
        return new TrialCharts(
                id,
                look,
                analysis.trial().durability().label(),
                phases,
                analysis.trial().course().events().stream()
                        .map(TrialCharts::mark)
                        .toList(),
                end(latencyTimes, seriesTimes, phases),
                analysis.measured().stream()
                        .flatMap(phase -> phase.metrics().stream()
                                .flatMap(metric -> phase.curve(metric).stream())
                                .map(curve -> Curve.of(phase.phase().name(), curve)))
                        .toList(),
                Values.of(Arrays.stream(latencyTimes)),
                Values.of(Arrays.stream(seriesTimes)),
                panels,
                analysis.heatMaps().stream().map(HeatChart::of).toList(),
                ofSeries.stream()
                        .filter(panel -> !panel.telling() && panel.zero())
                        .map(Panel::title)
                        .toList());
    }

    /**
     * Returns the charts of a trial that still runs. Parts with the same tracks and latencies have the same panels with the same lines,
     * including those that are zero so far.
     *
     * @param phases as they are planned by now
     * @param latencies whose points are at instants of the series
     */
    public static TrialCharts soFar(
            String id,
            TrialLook look,
            List<Phase> phases,
            Series series,
            List<LatencyLine> latencies,
            List<LatencyHeatMap> heats) {
        double[] times = series.seconds().toArray();
        List<Span> spans = phases.stream().map(TrialCharts::span).toList();
        List<Panel> panels = new ArrayList<>();
        latency(latencies, times, "").ifPresent(panels::add);
        panels.addAll(Panels.of(series, ""));
        return new TrialCharts(
                id,
                look,
                "",
                spans,
                List.of(),
                end(times, times, spans),
                List.of(),
                Values.of(Arrays.stream(times)),
                Values.of(Arrays.stream(times)),
                panels,
                heats.stream().map(HeatChart::of).toList(),
                List.of());
    }

    public String label() {
        return look.label();
    }

    /** Returns the charts over time in a section, all but the first few folded away; none where there are no charts. */
    public List<Block> blocks() {
        if (panels.isEmpty()) {
            return List.of();
        }
        String unmeasured = phases.stream()
                .filter(phase -> !phase.measured())
                .map(Span::name)
                .collect(Collectors.joining(", "));
        List<Block> blocks = new ArrayList<>();
        blocks.add(Text.note("Seconds since the start of the load, the same axis in all charts. "
                + (unmeasured.isEmpty() ? "" : "Shaded: not measured (" + unmeasured + "). ")
                + "Drag to zoom, double-click to go back."));
        blocks.addAll(plots(true));
        List<Block> more = new ArrayList<>(plots(false));
        if (!zeros.isEmpty()) {
            more.add(Text.note("Zero in every second, and not drawn: " + String.join(", ", zeros) + "."));
        }
        if (!more.isEmpty()) {
            String names = plots(false).stream()
                    .map(plot -> plot.title().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            blocks.add(new Section(id + "-more", "More charts", names, Fold.PAGE_FOLDED, more));
        }
        blocks.add(new Section(id + "-ranges", "Lowest and highest over time", Fold.PAGE_FOLDED, List.of(ranges())));
        return List.of(new Section(id + "-over-time", "Over time", Fold.PAGE, blocks));
    }

    /** Returns the charts that are read first, or the others; heat maps follow the chart of their latency. */
    public List<Plot> plots(boolean first) {
        List<Plot> plots = new ArrayList<>(plotsOf(true));
        int open = Math.min(FIRST, plots.size());
        plots.addAll(plotsOf(false));
        return plots.subList(first ? 0 : open, first ? open : plots.size());
    }

    private List<Plot> plotsOf(boolean telling) {
        List<Plot> plots = new ArrayList<>();
        heats.stream().filter(heat -> heat.telling() == telling).forEach(heat -> plots.add(heat.plot(id)));
        for (Panel panel : panels) {
            if (panel.telling() == telling) {
                plots.add(panel.id().equals("latency") ? 0 : plots.size(), panel.plot(id));
            }
        }
        return plots;
    }

    /** Returns the ranges of all lines, for those who can't see the charts. */
    private Table ranges() {
        List<Row> rows = new ArrayList<>();
        for (Panel panel : panels) {
            panel.ranges().forEach((line, range) -> rows.add(Row.of(panel.title(), line, range)));
        }
        return Table.of(
                "ranges",
                "Lowest and highest value of each line over time",
                List.of(Column.words("Chart"), Column.words("Line"), Column.words("Lowest to highest")),
                rows,
                List.of());
    }

    private static java.util.Optional<Panel> latency(List<LatencyLine> lines, double[] times, String thinning) {
        List<Line> drawn = LATENCY_LINES.stream()
                .flatMap(value -> lines.stream()
                        .filter(overTime -> overTime.metric() == value.metric())
                        .map(overTime -> new Line(
                                value.name(),
                                overTime.group(),
                                false,
                                value.hidden() || !overTime.group().isEmpty(),
                                values(overTime, value, times))))
                .toList();
        return drawn.isEmpty()
                ? java.util.Optional.empty()
                : java.util.Optional.of(new Panel(
                        "latency",
                        "Latency",
                        "each point: the samples completed in one second" + thinning,
                        true,
                        Unit.MILLISECONDS,
                        Clock.LATENCY,
                        drawn));
    }

    private static Values values(LatencyLine overTime, LatencyValue value, double[] times) {
        double[] values = new double[times.length];
        Arrays.fill(values, Double.NaN);
        for (Point point : overTime.points()) {
            if (point.samples() > 0) {
                values[Arrays.binarySearch(times, point.seconds())] =
                        value.nanos().applyAsDouble(point) / NANOS_PER_MILLI;
            }
        }
        return Values.of(Arrays.stream(values));
    }

    private static double[] latencyTimes(List<LatencyLine> lines) {
        TreeSet<Double> times = new TreeSet<>();
        lines.forEach(overTime -> overTime.points().forEach(point -> times.add(point.seconds())));
        return times.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Span span(Phase phase) {
        return new Span(
                phase.name(),
                phase.measured(),
                phase.startNanos() / NANOS_PER_SECOND,
                phase.endNanos() / NANOS_PER_SECOND);
    }

    private static Mark mark(ExecutedEvent event) {
        return new Mark(event.title(), event.startNanos() / NANOS_PER_SECOND, event.endNanos() / NANOS_PER_SECOND);
    }

    private static double end(double[] latencyTimes, double[] seriesTimes, List<Span> phases) {
        double end = phases.stream().mapToDouble(Span::to).max().orElse(0);
        end = Math.max(end, latencyTimes.length == 0 ? 0 : latencyTimes[latencyTimes.length - 1]);
        return Math.max(end, seriesTimes.length == 0 ? 0 : seriesTimes[seriesTimes.length - 1]);
    }

    /** Returns a note for charts of a long trial, of which not every second is drawn; empty where every second is. */
    private static String thinning(TrialAnalysis analysis) {
        return analysis.secondsPerPoint() == 1
                ? ""
                : "; lowest and highest value of every %d seconds".formatted(analysis.secondsPerPoint());
    }
}
