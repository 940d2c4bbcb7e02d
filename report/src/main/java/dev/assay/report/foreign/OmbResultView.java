package dev.assay.report.foreign;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.TrialGroup;
import dev.assay.report.foreign.OmbResult.Latencies;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.text.TrialNames;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
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
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Results of the OpenMessaging Benchmark, and trials of a run beside them, marked for what each of them is.
 *
 * @param title what the page is about
 * @param blocks what a reader is told
 */
public record OmbResultView(String title, List<Block> blocks) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<Double> PERCENTS = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99);
    private static final double LARGEST = 100;

    private static final int COLOURS = 7;
    private static final List<Stroke> PUBLISHED = List.of(Stroke.DASHED, Stroke.DOTTED, Stroke.DASH_DOT);

    /** On an axis of nines the largest has no place. */
    private static final double LAST_ON_AXIS = 99.9999;

    /** What the benchmark calls a latency, and what Assay does. */
    private enum Shown {
        PUBLISH("publish latency (service)", LatencyMetric.SERVICE),
        END_TO_END("end-to-end latency (send-to-receive)", LatencyMetric.SEND_TO_RECEIVE);

        private final String title;
        private final LatencyMetric metric;

        Shown(String title, LatencyMetric metric) {
            this.title = title;
            this.metric = metric;
        }
    }

    /**
     * One distribution.
     *
     * @param published whether it is of a result file
     */
    private record Line(String name, boolean published, OptionalDouble meanMillis, Map<Double, Double> millis) {}

    public OmbResultView {
        blocks = List.copyOf(blocks);
    }

    /** The view of these results, at least one, and of all measured phases of these runs. */
    public static OmbResultView of(List<OmbResult> results, List<RunAnalysis> runs) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                Text.caveat(
                        "Rows marked OMB are from result files: measured by the OpenMessaging Benchmark's own clocks, without a ledger."
                                + " Nothing tells whether what was acknowledged arrived, how late the benchmark itself was, or what was durable"));
        if (!runs.isEmpty()) {
            blocks.add(Text.note(
                    "Rows of trials are this program's: every message is accounted for, and each has a verdict."
                            + " They stand beside each other to be read, and no factor is computed of them"));
        }
        blocks.add(Section.of("rates", "Rates", List.of(rates(results, runs))));
        for (Shown shown : Shown.values()) {
            List<Line> lines = lines(shown, results, runs);
            if (!lines.isEmpty()) {
                List<Block> parts = new ArrayList<>();
                parts.add(table(shown, lines));
                parts.add(chart(shown, lines));
                blocks.add(Section.of(shown.metric.name().toLowerCase(Locale.ROOT), shown.title, parts));
            }
        }
        return new OmbResultView(Formats.counted(results.size(), "result") + " of the OpenMessaging Benchmark", blocks);
    }

    private static Table rates(List<OmbResult> results, List<RunAnalysis> runs) {
        List<Column> columns = List.of(
                Column.words("Of"),
                Column.words("Load"),
                Column.number("Offered"),
                Column.number("Published"),
                Column.number("Received"),
                Column.number("Largest backlog"),
                Column.words("Verdict"));
        List<Row> rows = new ArrayList<>();
        for (OmbResult result : results) {
            rows.add(Row.of(
                    Weight.PLAIN,
                    List.of(
                            Cell.of(name(result), result.file()),
                            Cell.of(load(result)),
                            Cell.of("not told"),
                            Cell.of(
                                    rate(result.publishRate()),
                                    Formats.counted(result.publishRate().size(), "period")),
                            Cell.of(rate(result.consumeRate())),
                            Cell.of(largest(result.backlog())),
                            Cell.of(errors(result)))));
        }
        for (RunAnalysis run : runs) {
            TrialNames names = names(run);
            for (TrialAnalysis trial : run.trials()) {
                for (PhaseAnalysis phase : trial.measured()) {
                    rows.add(row(names, trial, phase));
                }
            }
        }
        return Table.of(
                "rates",
                "Rates of results and trials",
                columns,
                rows,
                List.of(
                        "OMB: means over all periods of the file, with the periods' number; no message is accounted for"));
    }

    private static Row row(TrialNames names, TrialAnalysis trial, PhaseAnalysis phase) {
        double received = phase.groups().stream()
                .flatMapToDouble(group -> group.receivedPerSecond().stream())
                .sum();
        double backlog = phase.groups().stream()
                .flatMapToDouble(group -> group.backlogAtEnd().stream())
                .max()
                .orElse(Double.NaN);
        Grade grade = trial.verdict().grade();
        return Row.of(
                Weight.MAIN,
                List.of(
                        Cell.of(name(names, trial, phase)),
                        Cell.of(trial.trial().system().system()),
                        Cell.of(Formats.rate(phase.offeredPerSecond())),
                        Cell.of(Formats.rate(phase.achievedPerSecond())),
                        Cell.of(Formats.rate(received)),
                        Cell.of(Double.isNaN(backlog) ? "" : Formats.count(Math.round(backlog)), "at the end"),
                        Cell.of(grade.name())));
    }

    private static TrialNames names(RunAnalysis run) {
        return TrialNames.of(run.trials().stream().map(TrialAnalysis::trial).toList());
    }

    private static String name(OmbResult result) {
        return "OMB " + result.driver() + ", " + result.workload();
    }

    private static String name(TrialNames names, TrialAnalysis trial, PhaseAnalysis phase) {
        String among = names.groups().getOrDefault(trial.trial().number(), "");
        boolean several = trial.measured().size() > 1;
        return "trial " + trial.trial().number() + (among.isEmpty() ? "" : " " + among)
                + (several ? " " + phase.phase().name() : "");
    }

    private static String load(OmbResult result) {
        String shape = result.topics() > 0 ? result.topics() + " x " + result.partitions() + " partitions" : "";
        String size = result.messageBytes() > 0 ? Formats.bytes(result.messageBytes()) : "";
        return Stream.of(size, shape).filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }

    /** A mean of rates over periods of the same length is the rate of all. */
    private static String rate(List<Double> perSecond) {
        return perSecond.isEmpty()
                ? "not told"
                : Formats.rate(perSecond.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0));
    }

    private static String largest(List<Double> backlog) {
        return backlog.isEmpty()
                ? "not told"
                : Formats.count(Math.round(
                        backlog.stream().mapToDouble(Double::doubleValue).max().orElse(0)));
    }

    private static String errors(OmbResult result) {
        double most = result.errorRate().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return most > 0 ? "none; up to " + Formats.rate(most) + " failed" : "none";
    }

    private static List<Line> lines(Shown shown, List<OmbResult> results, List<RunAnalysis> runs) {
        List<Line> lines = new ArrayList<>();
        for (OmbResult result : results) {
            Latencies latencies = shown == Shown.PUBLISH ? result.publish() : result.endToEnd();
            if (!latencies.millis().isEmpty()) {
                lines.add(new Line(name(result), true, latencies.meanMillis(), latencies.millis()));
            }
        }
        for (RunAnalysis run : runs) {
            TrialNames names = names(run);
            for (TrialAnalysis trial : run.trials()) {
                for (PhaseAnalysis phase : trial.measured()) {
                    phase.headline(shown.metric)
                            .ifPresent(summary -> lines.add(line(name(names, trial, phase), summary)));
                }
            }
        }
        return lines;
    }

    private static Line line(String name, LatencySummary summary) {
        Map<Double, Double> millis = new TreeMap<>();
        summary.curve().forEach(quantile -> millis.put(quantile.percent(), quantile.nanos() / NANOS_PER_MILLI));
        summary.quantiles().forEach(quantile -> millis.put(quantile.percent(), quantile.nanos() / NANOS_PER_MILLI));
        millis.put(LARGEST, summary.maxNanos() / NANOS_PER_MILLI);
        return new Line(name, false, OptionalDouble.of(summary.meanNanos() / NANOS_PER_MILLI), millis);
    }

    private static Table table(Shown shown, List<Line> lines) {
        List<Column> columns = new ArrayList<>(List.of(Column.words("Of"), Column.number("mean")));
        PERCENTS.forEach(percent -> columns.add(Column.number(Formats.percentile(percent))));
        columns.add(Column.number("max"));
        List<Row> rows = new ArrayList<>();
        for (Line line : lines) {
            List<Cell> cells = new ArrayList<>(List.of(Cell.of(line.name())));
            cells.add(Cell.of(
                    line.meanMillis().isPresent() ? millis(line.meanMillis().getAsDouble()) : ""));
            for (double percent : PERCENTS) {
                cells.add(cell(line, percent));
            }
            cells.add(cell(line, LARGEST));
            rows.add(Row.of(line.published() ? Weight.PLAIN : Weight.MAIN, cells));
        }
        return Table.of(
                "latency",
                "Percentiles of " + shown.title + " in ms",
                columns,
                rows,
                List.of("In ms; OMB: as the file has them"));
    }

    private static Cell cell(Line line, double percent) {
        Double known = line.millis().get(percent);
        return Cell.of(known == null ? "" : millis(known));
    }

    private static String millis(double millis) {
        return LatencyUnit.MILLISECONDS.number(millis * NANOS_PER_MILLI);
    }

    private static Chart chart(Shown shown, List<Line> lines) {
        Axis up = Axis.of(
                "",
                Unit.MILLISECONDS,
                lines.stream()
                        .flatMapToDouble(line -> onAxis(line).values().stream().mapToDouble(Double::doubleValue)));
        Axis across = Axis.logarithmic(
                "percentile",
                Unit.NINES,
                DoubleStream.concat(
                        DoubleStream.of(0, 90).map(OmbResultView::nines),
                        lines.stream()
                                .flatMapToDouble(
                                        line -> onAxis(line).keySet().stream().mapToDouble(OmbResultView::nines))));
        List<Chart.Line> drawn = new ArrayList<>();
        List<List<Object>> values = new ArrayList<>();
        int place = 0;
        for (Line line : lines) {
            Points points = new Points();
            onAxis(line).forEach((percent, millis) -> {
                points.add(nines(percent), up.place(millis));
                values.add(List.of(line.name(), percent, millis));
            });
            Colour colour = new Colour(place % COLOURS, 0);
            Stroke stroke = line.published() ? PUBLISHED.get(place % PUBLISHED.size()) : Stroke.SOLID;
            drawn.add(points.line(line.name(), colour, stroke, 2, line.published()));
            place++;
        }
        return new Chart(
                "omb-" + shown.metric.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                "",
                "Dashed with dots: as result files have it, by the benchmark's clocks.",
                List.of(new Pane(
                        "",
                        shown.title + " by percentile; the values are in the table",
                        260,
                        across,
                        up,
                        List.of(),
                        drawn)),
                new DataTable(List.of("of", "percent", "ms"), values));
    }

    private static Map<Double, Double> onAxis(Line line) {
        Map<Double, Double> shown = new TreeMap<>();
        line.millis().forEach((percent, millis) -> {
            if (percent <= LAST_ON_AXIS) {
                shown.put(percent, millis);
            }
        });
        return shown;
    }

    /** 1 at the minimum, 10 at 90 %, 100 at 99 %. */
    private static double nines(double percent) {
        return 1 / (1 - percent / 100);
    }

    /** What its charts draw. */
    public String data() {
        return new ChartData(List.of(), new TrialGroup(List.of()), Block.charts(blocks)).json();
    }
}
