package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.experiment.CapacityText;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.display.Figure;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.report.chart.LoadChart;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Shows searches for the highest sustained rate: their bounds, their trials, and latency against load. */
public final class CapacityView {
    private final CapacityRecord record;
    private final String id;
    private final Map<String, TrialAnalysis> trials;
    private final List<CapacityTrial> curve;
    private final LatencyUnit unit;

    private CapacityView(CapacityRecord record, String id, Map<String, TrialAnalysis> trials) {
        this.record = record;
        this.id = id;
        this.trials = trials;
        this.curve = record.curve().stream()
                .filter(trial -> phase(trial).isPresent())
                .sorted((one, other) -> Double.compare(one.ratePerSecond(), other.ratePerSecond()))
                .toList();
        this.unit = LatencyUnit.of(curve.stream()
                .flatMap(trial -> value(trial, LatencyStatistic.parse("response.p99")).stream())
                .mapToLong(row -> Math.round(row.value()))
                .max()
                .orElse(0));
    }

    /** Returns the searches of a run in a section; none where it searched for nothing. */
    public static List<Block> of(RunAnalysis run) {
        Map<String, TrialAnalysis> trials = new TreeMap<>();
        run.trials().forEach(trial -> trials.putIfAbsent(trial.trial().folder(), trial));
        List<Block> sections = new ArrayList<>();
        for (CapacityRecord record : run.run().capacities()) {
            sections.add(new CapacityView(record, "capacity-" + (sections.size() + 1), trials).section());
        }
        if (sections.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        CapacityEstimate.of(run.run().capacities()).stream()
                .flatMap(point -> CapacityText.together(point).stream())
                .forEach(line -> blocks.add(Text.of(line)));
        blocks.addAll(sections);
        return List.of(Section.of("capacity", "Capacity", blocks));
    }

    private Section section() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Finding.of(CapacityText.sentence(record)));
        if (record.ofHarness()) {
            blocks.add(Text.caveat("The harness's limit: the lower bound is 80 % or more of what the harness itself"
                    + " reaches, so the system may be able to sustain more."));
        }
        blocks.add(new Facts(List.of(
                new Fact(
                        "Lower bound",
                        record.lowerPerSecond().map(Formats::rate).orElse("none")),
                new Fact(
                        "Upper bound",
                        record.upperPerSecond().map(Formats::rate).orElse("none")),
                new Fact("Apart", record.width().map(CapacityText::percent).orElse("unknown")),
                new Fact(
                        "Confirmed by",
                        record.confirmations() == 0 ? "nothing" : record.confirmations() + " trials in a row"),
                new Fact("Limit", record.limit()),
                new Fact(
                        "Harness's ceiling",
                        record.ceilingPerSecond() > 0 ? Formats.rate(record.ceilingPerSecond()) : "unknown"))));
        blocks.add(Text.note("Objectives: " + String.join("; ", record.objectives()) + ". Searched from "
                + Formats.rate(record.fromPerSecond()) + " to " + Formats.rate(record.toPerSecond()) + "."));
        List<Row> searched = record.trials().stream()
                .filter(trial -> trial.purpose() != CapacityTrial.Purpose.CURVE)
                .map(this::row)
                .toList();
        if (!searched.isEmpty()) {
            blocks.add(new Section(
                    "",
                    "Trials of the search",
                    Fold.FOLDED,
                    List.of(Table.of(
                            "search",
                            "Trials of the search " + title(),
                            List.of(
                                    Column.words("For"),
                                    Column.number("Offered"),
                                    Column.words("Measured"),
                                    Column.words("Outcome")),
                            searched,
                            List.of()))));
        }
        if (!curve.isEmpty()) {
            blocks.add(curve());
        }
        return Section.of(id, title(), blocks);
    }

    private String title() {
        return record.label() + (record.repetition() == 1 ? "" : ", search " + record.repetition());
    }

    private Row row(CapacityTrial trial) {
        return new Row(
                Optional.empty(),
                "",
                List.of(
                        linked(trial, words(trial.purpose())),
                        Cell.of(Formats.rate(trial.ratePerSecond())),
                        Cell.of(Formats.seconds(trial.seconds()) + (trial.endedEarly() ? ", ended early" : "")),
                        Cell.of(words(trial.outcome()))),
                trial.why().isEmpty() ? List.of() : List.of(Text.of(trial.why())));
    }

    private Section curve() {
        List<Block> blocks = new ArrayList<>();
        if (curve.size() > 1) {
            blocks.add(LoadChart.of(id + "-chart", record.label(), lines()));
        }
        List<Column> columns = new ArrayList<>(
                List.of(Column.words("Of the lower bound"), Column.number("Offered"), Column.words("Outcome")));
        for (LatencyStatistic column : Overview.USUAL) {
            columns.add(new Column(column.shortName(), "", Overview.title(column.metric()), true));
        }
        List<Row> rows = new ArrayList<>();
        for (CapacityTrial trial : curve) {
            List<Cell> cells = new ArrayList<>();
            String fraction = record.lowerPerSecond()
                    .map(lower -> Figure.of("%.0f %%", 100 * trial.ratePerSecond() / lower))
                    .orElse("no lower bound");
            cells.add(linked(trial, fraction));
            cells.add(Cell.of(Formats.rate(trial.ratePerSecond())));
            cells.add(Cell.of(words(trial.outcome())));
            for (LatencyStatistic column : Overview.USUAL) {
                cells.add(value(trial, column)
                        .map(row -> ValueCell.of(unit.number(row.value()), row).cell())
                        .orElse(Cell.of("none")));
            }
            rows.add(new Row(Optional.empty(), "", cells, List.of()));
        }
        blocks.add(Table.of(
                "search",
                "Latency against load of " + title() + ", in " + unit.symbol(),
                columns,
                rows,
                List.of("End-to-end is of the slowest live subscription.")));
        return new Section("", "Latency against load, " + unit.symbol(), Fold.OPEN, blocks);
    }

    private List<LoadChart.Line> lines() {
        List<LoadChart.Line> lines = new ArrayList<>();
        for (LatencyStatistic column : Overview.USUAL) {
            List<LoadChart.Point> points = new ArrayList<>();
            for (CapacityTrial trial : curve) {
                value(trial, column)
                        .ifPresent(row -> points.add(new LoadChart.Point(trial.ratePerSecond(), row.value() / 1e6)));
            }
            if (points.size() > 1) {
                lines.add(new LoadChart.Line(
                        column.metric().title() + " " + column.shortName(),
                        column.metric() == LatencyMetric.END_TO_END,
                        column.percent().orElseThrow(),
                        points));
            }
        }
        return lines;
    }

    private Optional<Reading> value(CapacityTrial trial, LatencyStatistic column) {
        return phase(trial).flatMap(phase -> phase.headline(Statistic.of(column)));
    }

    private Optional<PhaseAnalysis> phase(CapacityTrial trial) {
        return Optional.ofNullable(trials.get(trial.folder()))
                .flatMap(analysis -> analysis.measured().stream().findFirst());
    }

    private Cell linked(CapacityTrial trial, String text) {
        TrialAnalysis analysis = trials.get(trial.folder());
        return analysis == null
                ? Cell.of(text)
                : Cell.of("#" + analysis.trial().identity().number() + " " + text)
                        .to("#trial-" + analysis.trial().identity().number());
    }

    private static String words(CapacityTrial.Purpose purpose) {
        return switch (purpose) {
            case PROBE -> "narrow down";
            case DECIDE -> "decide";
            case CONFIRM -> "confirm";
            case CURVE -> "latency";
        };
    }

    private static String words(CapacityTrial.Outcome outcome) {
        return switch (outcome) {
            case GOOD -> "passed";
            case BAD -> "missed";
            case NO_EVIDENCE -> "inconclusive";
        };
    }
}
