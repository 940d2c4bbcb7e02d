package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.reading.Readings;
import dev.assay.report.chart.RatioChart;
import dev.assay.report.chart.RepetitionChart;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.RepeatabilityText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds a comparison for people: its findings, other possible explanations, and the values.
 *
 * @param findings the few shown above everything else
 * @param moreFindings how many further ones there are
 * @param caveats what else may explain a difference of any pair, each once and the worst first
 * @param blocks a section for each pair
 */
public record ComparisonView(List<String> findings, int moreFindings, List<String> caveats, List<Block> blocks) {
    private static final int MAX_FINDINGS = 3;

    private static final int MAX_SETTINGS = 12;

    /** Compares the conditions of a run; empty where nothing varies, or it is not clear which dimension is meant. */
    public static Optional<ComparisonView> within(RunAnalysis run) {
        return Comparison.usually(run).map(comparison -> of(comparison, run));
    }

    public static ComparisonView of(Comparison comparison) {
        return of(comparison, Optional.empty());
    }

    /** Shows a comparison, and, if known, the ratios that can be detected on the machine of {@code run}. */
    public static ComparisonView of(Comparison comparison, RunAnalysis run) {
        return of(comparison, note(comparison, run));
    }

    private static Optional<String> note(Comparison comparison, RunAnalysis run) {
        int blocks = comparison.pairs().stream()
                .flatMap(pair -> pair.statistics().stream())
                .mapToInt(ComparedStatistic::n)
                .max()
                .orElse(0);
        return comparison.interleaved() ? RepeatabilityText.note(run.run().environment(), blocks) : Optional.empty();
    }

    /** @param note the ratios that can be detected on the machine */
    private static ComparisonView of(Comparison comparison, Optional<String> note) {
        List<Pair> pairs = comparison.pairs();
        List<Block> blocks = new ArrayList<>();
        for (int index = 0; index < pairs.size(); index++) {
            blocks.add(pair(index + 1, pairs.get(index), comparison.threshold()));
        }
        blocks.add(Text.note(ComparisonText.note(comparison)));
        note.ifPresent(line -> blocks.add(Text.note(line)));
        return new ComparisonView(
                pairs.stream()
                        .limit(MAX_FINDINGS)
                        .map(pair -> ComparisonText.finding(pair, comparison.threshold()))
                        .toList(),
                Math.max(0, pairs.size() - MAX_FINDINGS),
                Stream.concat(
                                pairs.stream().flatMap(pair -> pair.unequal().stream()),
                                pairs.stream().flatMap(pair -> pair.flags().stream()))
                        .distinct()
                        .toList(),
                blocks);
    }

    private static Section pair(int number, Pair pair, double threshold) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Finding.of(ComparisonText.sentence(pair, threshold)));
        pair.unequal().ifPresent(why -> blocks.add(Text.caveat(why)));
        pair.flags().forEach(flag -> blocks.add(Text.caveat(flag)));
        RatioChart.of("ratios-" + number, pair, threshold).ifPresent(blocks::add);
        String methods = ComparisonText.methods(pair.statistics());
        blocks.add(Table.of(
                Table.COMPARED,
                "Values of " + ComparisonText.title(pair),
                List.of(
                        Column.words("Statistic"),
                        Column.number("Ratio"),
                        Column.words("95 % interval"),
                        Column.words("Word"),
                        new Column("Baseline", pair.baseline(), "", true),
                        new Column("Candidate", pair.candidate(), "", true),
                        Column.number("n")),
                pair.statistics().stream()
                        .map(compared -> row(compared, threshold))
                        .toList(),
                legend(pair, methods)));
        RepetitionChart.of("repetitions-" + number, pair)
                .ifPresent(chart -> blocks.add(new Section("", "All repetitions", Fold.PAGE_FOLDED, List.of(chart))));
        if (!pair.settings().isEmpty()) {
            blocks.add(settings(pair));
        }
        return Section.of("pair-" + number, ComparisonText.title(pair), blocks);
    }

    private static List<String> legend(Pair pair, String methods) {
        List<String> legend = new ArrayList<>();
        if (!methods.isEmpty()) {
            legend.add("intervals by " + methods + "; baseline and candidate are medians of n trials");
        }
        if (pair.statistics().stream().anyMatch(ComparedStatistic::withoutWord)) {
            legend.add("no word: too few values count, so these are of all that were measured, and decide nothing");
        }
        return legend;
    }

    private static Row row(ComparedStatistic compared, double threshold) {
        String remarks = ComparisonText.remarks(compared, threshold);
        return new Row(
                Optional.empty(),
                "",
                compared.withoutWord() ? Weight.QUIET : Weight.PLAIN,
                List.of(
                        Cell.of(ComparisonText.name(compared.statistic())),
                        Cell.of(ComparisonText.ratio(compared)),
                        Cell.of(ComparisonText.interval(compared)),
                        Cell.of(ComparisonText.word(compared)),
                        side(compared.shown().baseline()),
                        side(compared.shown().candidate()),
                        Cell.of(ComparisonText.n(compared))),
                remarks.isEmpty() ? List.of() : List.of(remark(compared, remarks)));
    }

    private static Block remark(ComparedStatistic compared, String text) {
        if (compared.withoutWord()) {
            return Text.note(text);
        }
        return compared.difference() == Difference.INCONCLUSIVE ? Text.of(text) : Finding.of(text);
    }

    private static Cell side(Readings side) {
        return Cell.of(ComparisonText.typical(side), ComparisonText.range(side));
    }

    private static Section settings(Pair pair) {
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<String, List<String>> setting : pair.settings().entrySet()) {
            rows.add(Row.of(
                    setting.getKey(),
                    setting.getValue().getFirst(),
                    setting.getValue().getLast()));
        }
        return new Section(
                "",
                "Settings that differ (" + rows.size() + ")",
                Fold.FOLDED,
                List.of(new Table(
                        "settings",
                        "Settings that differ in " + ComparisonText.title(pair),
                        List.of(
                                Column.words("Setting"),
                                new Column("Baseline", pair.baseline(), "", false),
                                new Column("Candidate", pair.candidate(), "", false)),
                        rows,
                        MAX_SETTINGS,
                        List.of())));
    }
}
