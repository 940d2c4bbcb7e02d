package dev.assay.report.page;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.RunSeries;
import dev.assay.analysis.comparison.RunSeries.OfRun;
import dev.assay.analysis.comparison.RunSeries.Value;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.Formats;
import dev.assay.report.text.SystemText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shows runs in the given order: a section for each condition with a table for each statistic, then other possible explanations
 * of changes.
 */
public final class RunSeriesView {
    private static final String NOTE =
            "Each value is the median of the n trials of a run that count, of capacities the geometric mean. Each ratio is the value divided by"
                    + " that of the run before it, with a 95 % interval; a trial that failed is the worst of its run. The interval has the scatter of"
                    + " trials within two runs: how far runs differ by themselves is not known, so nothing is said of the difference.";

    private static final int MAX_SETTINGS = 3;

    private RunSeriesView() {}

    public static List<Block> of(List<RunSeries> all) {
        List<Block> blocks = new ArrayList<>();
        all.forEach(series -> blocks.add(section(series)));
        blocks.add(Text.note(NOTE));
        return List.copyOf(blocks);
    }

    private static Section section(RunSeries series) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < series.runs().getFirst().values().size(); i++) {
            String name =
                    ComparisonText.name(series.runs().getFirst().values().get(i).statistic());
            blocks.add(Section.of("", name, List.of(table(name, series, i))));
        }
        Stream.concat(
                        series.changes().stream().flatMap(change -> change.unequal().stream()),
                        series.changes().stream().flatMap(change -> change.flags().stream()))
                .distinct()
                .forEach(caveat -> blocks.add(Text.caveat(caveat)));
        for (int i = 1; i < series.runs().size(); i++) {
            differences(series, i).ifPresent(text -> blocks.add(Text.of(text)));
        }
        String runs = Formats.counted(series.runs().size(), "run") + " in order";
        return Section.of("", series.condition().isEmpty() ? runs : series.condition() + ": " + runs, blocks);
    }

    private static Table table(String name, RunSeries series, int statistic) {
        List<Row> rows = new ArrayList<>();
        List<ComparedStatistic> changes = series.changes().stream()
                .map(change -> change.statistics().get(statistic))
                .toList();
        for (int i = 0; i < series.runs().size(); i++) {
            rows.add(row(
                    series.runs().get(i),
                    series.runs().get(i).values().get(statistic),
                    i == 0 ? Optional.empty() : Optional.of(changes.get(i - 1))));
        }
        String methods = ComparisonText.methods(changes);
        return Table.of(
                "in-order",
                name + " in order",
                List.of(
                        Column.words("Run"),
                        Column.number("Value"),
                        Column.words("95 % interval"),
                        Column.number("n"),
                        Column.number("Ratio"),
                        Column.words("95 % interval")),
                rows,
                methods.isEmpty() ? List.of() : List.of("intervals of ratios by " + methods));
    }

    private static Row row(OfRun run, Value value, Optional<ComparedStatistic> change) {
        boolean marked = value.withoutWord()
                || change.filter(ComparedStatistic::withoutWord).isPresent();
        String leftOut = ComparisonText.leftOut(value.leftOut());
        List<Block> below = new ArrayList<>();
        if (!leftOut.isEmpty()) {
            below.add(Text.of("do not count: " + leftOut));
        }
        change.filter(ComparedStatistic::withoutWord)
                .ifPresent(compared -> below.add(Text.of("ratio: " + ComparisonText.word(compared))));
        return new Row(
                Optional.empty(),
                "",
                marked ? Weight.QUIET : Weight.PLAIN,
                List.of(
                        Cell.of(run.run()),
                        Cell.of(ComparisonText.typical(value.shown())),
                        Cell.of(ComparisonText.range(value.shown())),
                        Cell.of(String.valueOf(value.shown().n())),
                        Cell.of(change.map(ComparisonText::ratio).orElse("")),
                        Cell.of(change.map(ComparisonText::interval).orElse(""))),
                below);
    }

    /** Lists how a run differs from the previous one: its system's version, and settings by name. */
    private static Optional<String> differences(RunSeries series, int index) {
        OfRun before = series.runs().get(index - 1);
        OfRun run = series.runs().get(index);
        Pair change = series.changes().get(index - 1);
        List<String> parts = new ArrayList<>();
        String was = before.system().map(SystemText::name).orElse("nothing measured");
        String is = run.system().map(SystemText::name).orElse("nothing measured");
        if (!was.equals(is)) {
            parts.add(is + " instead of " + was);
        }
        int settings = change.settings().size();
        if (settings > 0) {
            parts.add(Formats.counted(settings, "setting") + " other: "
                    + change.settings().keySet().stream().limit(MAX_SETTINGS).collect(Collectors.joining(", "))
                    + (settings > MAX_SETTINGS
                            ? " and " + (settings - MAX_SETTINGS) + " more, which assay compare shows of these two"
                            : ""));
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(run.run() + " against " + before.run() + ": " + String.join("; ", parts));
    }
}
