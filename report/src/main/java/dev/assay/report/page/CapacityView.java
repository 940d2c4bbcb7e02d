package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.LatencyMetric;
import dev.assay.report.chart.LoadChart;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import dev.assay.scenario.experiment.CapacityText;
import dev.assay.report.view.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A search for the highest sustained rate: its bounds, the trials behind them, and latency against load.
 *
 * @param title what was searched
 * @param sentence what was found
 * @param trials in the order in which they were run, without those of the curve
 * @param unit of the latencies in the curve
 * @param curve latency at shares of the lower bound, lowest first
 * @param chart the same as a chart; empty below two points
 */
public record CapacityView(
        String title,
        String sentence,
        CapacityRecord record,
        List<Row> trials,
        LatencyUnit unit,
        List<Point> curve,
        Optional<Chart> chart) {
    /** The latencies of the curve: a column each. */
    public static final List<Overview.Column> COLUMNS = Overview.COLUMNS;

    /**
     * A trial that the bounds rest on.
     *
     * @param number of its section in the report; empty where it did not finish
     * @param why what speaks against its rate, or why it says nothing
     */
    public record Row(
            Optional<Integer> number, String purpose, String rate, String length, String outcome, String why) {}

    /**
     * A trial below the lower bound.
     *
     * @param share of the lower bound, such as {@code 50 %}
     * @param cells the latencies in the order of {@link #COLUMNS}
     */
    public record Point(Optional<Integer> number, String share, String rate, String outcome, List<FigureCell> cells) {}

    /** The searches of a run. */
    public static List<CapacityView> of(RunAnalysis run) {
        Map<String, TrialAnalysis> trials = run.trials().stream()
                .collect(Collectors.toMap(trial -> trial.trial().folder(), Function.identity(), (first, _) -> first));
        List<CapacityView> views = new ArrayList<>();
        for (CapacityRecord record : run.run().capacities()) {
            views.add(of("capacity-" + (views.size() + 1) + "-chart", record, trials));
        }
        return List.copyOf(views);
    }

    private static CapacityView of(String chart, CapacityRecord record, Map<String, TrialAnalysis> trials) {
        List<CapacityTrial> curve = record.curve().stream()
                .filter(trial -> phase(trial, trials).isPresent())
                .sorted((one, other) -> Double.compare(one.ratePerSecond(), other.ratePerSecond()))
                .toList();
        LatencyUnit unit = LatencyUnit.of(curve.stream()
                .flatMap(trial -> nanos(phase(trial, trials), LatencyMetric.RESPONSE, 99))
                .max(Long::compare)
                .orElse(0L));
        return new CapacityView(
                record.label() + (record.repetition() == 1 ? "" : ", search " + record.repetition()),
                CapacityText.sentence(record),
                record,
                record.trials().stream()
                        .filter(trial -> trial.purpose() != CapacityTrial.Purpose.CURVE)
                        .map(trial -> row(trial, trials))
                        .toList(),
                unit,
                curve.stream().map(trial -> point(record, trial, trials, unit)).toList(),
                curve.size() < 2
                        ? Optional.empty()
                        : Optional.of(LoadChart.of(chart, record.label(), lines(curve, trials))));
    }

    private static Row row(CapacityTrial trial, Map<String, TrialAnalysis> trials) {
        return new Row(
                number(trial, trials),
                words(trial.purpose()),
                Formats.rate(trial.ratePerSecond()),
                Formats.seconds(trial.seconds()) + (trial.endedEarly() ? ", ended early" : ""),
                words(trial.outcome()),
                trial.why());
    }

    private static Point point(
            CapacityRecord record, CapacityTrial trial, Map<String, TrialAnalysis> trials, LatencyUnit unit) {
        double lower = record.lowerPerSecond().orElse(trial.ratePerSecond());
        return new Point(
                number(trial, trials),
                String.format(Locale.ROOT, "%.0f %%", 100 * trial.ratePerSecond() / lower),
                Formats.rate(trial.ratePerSecond()),
                words(trial.outcome()),
                COLUMNS.stream()
                        .map(column -> cell(phase(trial, trials), column, unit))
                        .toList());
    }

    private static FigureCell cell(Optional<PhaseAnalysis> phase, Overview.Column column, LatencyUnit unit) {
        return quantiles(phase, column.metric(), column.percent())
                .map(quantile ->
                        FigureCell.of(unit.number(quantile.nanos()), (double) quantile.nanos(), quantile.quality()))
                .findFirst()
                .orElse(FigureCell.plain("none"));
    }

    private static List<LoadChart.Line> lines(List<CapacityTrial> curve, Map<String, TrialAnalysis> trials) {
        return COLUMNS.stream()
                .map(column -> new LoadChart.Line(
                        column.metric().title() + " " + Formats.percentile(column.percent()),
                        column.metric() == LatencyMetric.END_TO_END,
                        column.percent(),
                        curve.stream()
                                .flatMap(trial -> nanos(phase(trial, trials), column.metric(), column.percent())
                                        .map(nanos -> new LoadChart.Point(trial.ratePerSecond(), nanos / 1e6)))
                                .toList()))
                .filter(line -> line.points().size() > 1)
                .toList();
    }

    private static Stream<Long> nanos(Optional<PhaseAnalysis> phase, LatencyMetric metric, double percent) {
        return quantiles(phase, metric, percent).map(Quantile::nanos);
    }

    private static Stream<Quantile> quantiles(Optional<PhaseAnalysis> phase, LatencyMetric metric, double percent) {
        return phase.flatMap(found -> found.headline(metric)).map(LatencySummary::quantiles).stream()
                .flatMap(List::stream)
                .filter(quantile -> quantile.percent() == percent);
    }

    private static Optional<PhaseAnalysis> phase(CapacityTrial trial, Map<String, TrialAnalysis> trials) {
        return Optional.ofNullable(trials.get(trial.folder()))
                .flatMap(analysis -> analysis.measured().stream().findFirst());
    }

    private static Optional<Integer> number(CapacityTrial trial, Map<String, TrialAnalysis> trials) {
        return Optional.ofNullable(trials.get(trial.folder()))
                .map(analysis -> analysis.trial().number());
    }

    /** What a trial was for. */
    public static String words(CapacityTrial.Purpose purpose) {
        return switch (purpose) {
            case PROBE -> "narrow down";
            case DECIDE -> "decide";
            case CURVE -> "latency";
        };
    }

    /** What a trial says. */
    public static String words(CapacityTrial.Outcome outcome) {
        return switch (outcome) {
            case GOOD -> "sustained";
            case BAD -> "not sustained";
            case NO_EVIDENCE -> "tells nothing";
        };
    }

    /** The lower bound for people. */
    public String lower() {
        return record.lowerPerSecond().map(Formats::rate).orElse("none");
    }

    /** The upper bound for people. */
    public String upper() {
        return record.upperPerSecond().map(Formats::rate).orElse("none");
    }

    /** How far they lie apart. */
    public String width() {
        return record.width().map(CapacityText::percent).orElse("unknown");
    }

    /** The rate that the harness itself reaches. */
    public String ceiling() {
        return record.ceilingPerSecond() > 0 ? Formats.rate(record.ceilingPerSecond()) : "not known";
    }
}
