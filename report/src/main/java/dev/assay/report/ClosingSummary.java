package dev.assay.report;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.report.page.Headline;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
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
 * A run of several trials on one screen: the finding first, a line for each thing that was measured, and what speaks against it. All
 * statistics of each trial are in {@link TerminalReport} and in the report.
 */
public final class ClosingSummary {
    private static final int MAX_ROWS = 12;
    private static final int MAX_REASONS = 5;
    private static final int NAME = 38;
    private static final int CAUSE = 180;
    private static final String WEAK = "†";

    private ClosingSummary() {}

    /** Repetitions of one measured phase. */
    private record Group(String name, List<TrialAnalysis> trials, List<PhaseAnalysis> phases) {}

    /**
     * The summary as lines that end with a line feed. A run of a single trial, or of verifications alone, fits a screen as it is and is
     * shown whole.
     *
     * @param ansi whether to colour it
     */
    public static String render(RunAnalysis analysis, boolean ansi) {
        if (analysis.trials().size() < 2) {
            return TerminalReport.render(analysis, ansi);
        }
        TerminalText text = new TerminalText(ansi);
        TerminalReport.head(analysis, text);
        TerminalReport.sections(analysis, text, false);
        List<Block> reasons = reasons(analysis);
        List<Block> blocks = new ArrayList<>();
        blocks.add(Section.of("", "Medians over n trials, INVALID left out", List.of(table(groups(analysis)))));
        if (!reasons.isEmpty()) {
            blocks.add(Section.of("", "Reasons behind the verdicts", reasons));
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
                        .map(phase -> group(entry.getKey(), phase, entry.getValue())))
                .toList();
    }

    private static Group group(String label, String phase, List<TrialAnalysis> trials) {
        boolean several = trials.stream().anyMatch(trial -> trial.measured().size() > 1);
        List<TrialAnalysis> usable = trials.stream()
                .filter(trial -> trial.verdict().grade() != Grade.INVALID)
                .toList();
        return new Group(
                label + (several ? " " + phase : ""),
                trials,
                usable.stream()
                        .flatMap(trial -> trial.measured().stream())
                        .filter(one -> one.phase().name().equals(phase))
                        .toList());
    }

    private static Table table(List<Group> groups) {
        return new Table(
                "medians",
                "Medians over n trials, INVALID left out",
                List.of(
                        Column.words("What was measured"),
                        Column.number("n"),
                        Column.number("achieved"),
                        Column.number("resp. p50"),
                        Column.number("resp. p99"),
                        Column.number("e2e p99")),
                groups.stream().map(ClosingSummary::row).toList(),
                MAX_ROWS,
                List.of(WEAK + " a trial has no value, or too few samples to rely on"));
    }

    private static Row row(Group group) {
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
        return new Row(
                Optional.of(worst),
                Headline.mark(worst),
                List.of(
                        Cell.of(shortened(group.name())),
                        Cell.of(String.valueOf(group.phases().size())),
                        Cell.of(achieved),
                        median(group, LatencyMetric.RESPONSE, 50),
                        median(group, LatencyMetric.RESPONSE, 99),
                        median(group, LatencyMetric.END_TO_END, 99)),
                List.of());
    }

    private static Cell median(Group group, LatencyMetric metric, double percent) {
        List<Reading> found = group.phases().stream()
                .flatMap(phase -> phase.headline(Statistic.quantile(metric, percent)).stream())
                .toList();
        if (found.isEmpty()) {
            return Cell.of("none");
        }
        List<Double> nanos = found.stream().map(Reading::value).toList();
        boolean whole = found.size() == group.phases().size() && found.stream().allMatch(Reading::supported);
        return new Cell(
                LatencyUnit.text(Math.round(Readings.median(nanos).orElseThrow())), "", whole ? "" : WEAK, "", "");
    }

    private static String shortened(String name) {
        return name.length() <= NAME ? name : name.substring(0, NAME - 1) + "…";
    }

    /** What speaks against trials, worst and most frequent first, each with one of its causes. */
    private static List<Block> reasons(RunAnalysis analysis) {
        Map<String, List<Reason>> byCode = analysis.trials().stream()
                .flatMap(trial -> firstOfEach(trial).values().stream())
                .collect(Collectors.groupingBy(
                        reason -> reason.severity() + " " + reason.code(), LinkedHashMap::new, Collectors.toList()));
        List<List<Reason>> sorted = byCode.values().stream()
                .sorted(Comparator.comparing(
                                (List<Reason> same) -> same.getFirst().severity())
                        .thenComparing(List::size)
                        .reversed())
                .toList();
        List<Block> blocks = new ArrayList<>();
        sorted.stream().limit(MAX_REASONS).forEach(same -> {
            Reason one = same.getFirst();
            blocks.add(new Finding(
                    Optional.of(one.severity()),
                    one.severity() + " " + one.code() + " in " + Formats.counted(same.size(), "trial")
                            + (same.size() == 1 ? "" : ", such as"),
                    brief(one.cause())));
        });
        if (sorted.size() > MAX_REASONS) {
            blocks.add(Text.of("and " + Formats.counted(sorted.size() - MAX_REASONS, "other reason")));
        }
        return blocks;
    }

    private static String brief(String cause) {
        return cause.length() <= CAUSE ? cause : cause.substring(0, cause.lastIndexOf(' ', CAUSE)) + " …";
    }

    private static Map<String, Reason> firstOfEach(TrialAnalysis trial) {
        return Stream.of(trial.verdict())
                .flatMap(verdict -> verdict.reasons().stream())
                .collect(Collectors.toMap(
                        reason -> reason.severity() + reason.code(),
                        reason -> reason,
                        (one, _) -> one,
                        LinkedHashMap::new));
    }
}
