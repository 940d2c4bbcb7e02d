package dev.assay.report;

import dev.assay.analysis.DeclaredStatistics;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.page.Reasons;
import dev.assay.report.page.TrialSummary;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.report.view.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders a run on one screen: the finding first, then the reasons against it, and a line for each measurement. All statistics of each
 * trial are in {@link TerminalReport} and in the report.
 */
public final class ClosingSummary {
    private static final int MAX_ROWS = 12;
    private static final int NAME = 38;
    private static final String WEAK = "†";

    /** Lists the usual statistics; declared ones come before them, and a row holds as many as there are usual ones. */
    private static final List<LatencyStatistic> USUAL = Stream.of("response.p50", "response.p99", "end-to-end.p99")
            .map(LatencyStatistic::parse)
            .toList();

    private ClosingSummary() {}

    private record Group(String name, List<TrialAnalysis> trials, List<PhaseAnalysis> phases) {}

    /**
     * Returns the summary as lines that end with a line feed; a run of verifications alone fits a screen and is shown whole.
     *
     * @param ansi whether to colour it
     */
    public static String render(RunAnalysis analysis, boolean ansi) {
        if (analysis.trials().isEmpty()) {
            return TerminalReport.render(analysis, ansi);
        }
        TerminalText text = new TerminalText(ansi);
        TerminalReport.head(analysis, text);
        TerminalReport.reasons(Reasons.brief(analysis), text);
        TerminalReport.sections(analysis, text, false);
        List<Block> blocks = new ArrayList<>();
        if (analysis.trials().size() == 1) {
            blocks.addAll(TrialSummary.of(analysis.trials().getFirst(), table("Measured phases", analysis)));
        } else {
            String title = "Medians over n trials, INVALID left out";
            blocks.add(Section.of("", title, List.of(table(title, analysis))));
        }
        blocks.add(Text.note("all statistics of each trial: --verbose, or the report"));
        TerminalRenderer.write(blocks, text, false);
        return text.toString();
    }

    private static List<Group> groups(RunAnalysis analysis) {
        Map<String, List<TrialAnalysis>> byLabel = analysis.trials().stream()
                .collect(Collectors.groupingBy(
                        trial -> trial.trial().identity().label(), LinkedHashMap::new, Collectors.toList()));
        return byLabel.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .flatMap(trial -> trial.measured().stream())
                        .map(phase -> phase.phase().name())
                        .distinct()
                        .map(phase ->
                                group(entry.getKey(), phase, entry.getValue(), usable(analysis, entry.getValue()))))
                .toList();
    }

    /** Returns the trials whose values are shown; a run's only trial is shown whatever its verdict. */
    private static List<TrialAnalysis> usable(RunAnalysis run, List<TrialAnalysis> trials) {
        return trials.stream()
                .filter(trial -> run.trials().size() == 1 || trial.verdict().grade() != Grade.INVALID)
                .toList();
    }

    private static Group group(String label, String phase, List<TrialAnalysis> trials, List<TrialAnalysis> usable) {
        boolean several = trials.stream().anyMatch(trial -> trial.measured().size() > 1);
        return new Group(
                label + (several ? " " + phase : ""),
                trials,
                usable.stream()
                        .flatMap(trial -> trial.measured().stream())
                        .filter(one -> one.phase().name().equals(phase))
                        .toList());
    }

    private static Table table(String title, RunAnalysis analysis) {
        List<LatencyStatistic> statistics =
                DeclaredStatistics.before(USUAL, analysis).subList(0, USUAL.size());
        List<Column> columns = new ArrayList<>(
                List.of(Column.words("What was measured"), Column.number("n"), Column.number("achieved")));
        statistics.forEach(statistic -> columns.add(Column.number(name(statistic))));
        List<Row> rows =
                groups(analysis).stream().map(group -> row(group, statistics)).toList();
        boolean weak = rows.stream()
                .limit(MAX_ROWS)
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> cell.marks().contains(WEAK));
        return new Table(
                "medians",
                title,
                columns,
                rows,
                MAX_ROWS,
                weak ? List.of(WEAK + " a trial has no value, or too few samples to rely on") : List.of());
    }

    private static String name(LatencyStatistic statistic) {
        String metric = switch (statistic.metric()) {
            case RESPONSE -> "resp.";
            case END_TO_END -> "e2e";
            case SCHEDULE_LAG, SERVICE, SEND_TO_RECEIVE -> statistic.metric().title();
        };
        return metric + " " + statistic.shortName();
    }

    private static Row row(Group group, List<LatencyStatistic> statistics) {
        Grade worst = group.trials().stream()
                .map(trial -> trial.verdict().grade())
                .max(Comparator.naturalOrder())
                .orElse(Grade.INVALID);
        List<Double> rates = group.phases().stream()
                .map(PhaseAnalysis::achievedPerSecond)
                .filter(Double::isFinite)
                .toList();
        String achieved = rates.isEmpty()
                ? "none"
                : Formats.rate(Math.rint(Readings.median(rates).orElseThrow()));
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of(shortened(group.name())),
                Cell.of(String.valueOf(group.phases().size())),
                Cell.of(achieved)));
        statistics.forEach(statistic -> cells.add(median(group, Statistic.of(statistic))));
        return new Row(Optional.of(worst), worst.mark(), cells, List.of());
    }

    private static Cell median(Group group, Statistic statistic) {
        List<Reading> rows = group.phases().stream()
                .flatMap(phase -> phase.headline(statistic).stream())
                .toList();
        if (rows.isEmpty()) {
            return Cell.of("none");
        }
        List<Double> nanos = rows.stream().map(Reading::value).toList();
        boolean whole = rows.size() == group.phases().size() && rows.stream().allMatch(Reading::supported);
        return new Cell(
                LatencyUnit.text(Math.rint(Readings.median(nanos).orElseThrow())), "", whole ? "" : WEAK, "", "");
    }

    private static String shortened(String name) {
        return name.length() <= NAME ? name : name.substring(0, NAME - 1) + "…";
    }
}
