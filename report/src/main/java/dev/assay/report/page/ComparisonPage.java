package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.model.unit.InstantText;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.TrialGroup;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Holds the page of a comparison without its style and scripts. */
public record ComparisonPage(String title, ComparisonView comparison, List<RunRow> runs) {
    /** @param report link to its report; empty where there is none */
    public record RunRow(RunAnalysis run, Headline headline, Optional<String> report) {
        public String started() {
            return InstantText.of(run.run().startedAt());
        }
    }

    /**
     * Makes the page of a comparison.
     *
     * @param reports links to the report of each run, in the same order
     */
    public static ComparisonPage of(Comparison comparison, List<RunAnalysis> runs, List<Optional<String>> reports) {
        return new ComparisonPage(
                title(comparison, runs.size()),
                ComparisonView.of(comparison, runs.getFirst()),
                IntStream.range(0, runs.size())
                        .mapToObj(
                                index -> new RunRow(runs.get(index), Headline.of(runs.get(index)), reports.get(index)))
                        .toList());
    }

    private static String title(Comparison comparison, int runs) {
        if (comparison.pairs().size() == 1) {
            return ComparisonText.title(comparison.pairs().getFirst());
        }
        return runs > 1
                ? Formats.counted(runs, "run") + ", each against the first"
                : Formats.counted(comparison.pairs().size(), "comparison") + " by " + comparison.by();
    }

    public String data() {
        return new ChartData(List.of(), new TrialGroup("", "", List.of()), Block.charts(comparison.blocks())).json();
    }
}
