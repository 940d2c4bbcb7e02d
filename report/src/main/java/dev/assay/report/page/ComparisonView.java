package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.explanation.Explanation;
import dev.assay.report.chart.RatioChart;
import dev.assay.report.chart.RepetitionChart;
import dev.assay.report.figure.ComparisonText;
import dev.assay.report.figure.ExplanationText;
import dev.assay.report.view.Chart;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A comparison as it is shown.
 *
 * @param note what intervals and words mean
 * @param explained what it says of limits, where it was measured to explain another run
 */
public record ComparisonView(String note, List<PairView> pairs, List<String> explained) {
    /** More are in the report than fit on its top. */
    private static final int MAX_FINDINGS = 3;

    /**
     * Two subjects.
     *
     * @param finding in a sentence or two
     * @param caveats why figures may differ for other reasons, the worst first
     * @param methods how intervals were found; empty where none was
     * @param chart the ratios; empty where none is known
     * @param repetitions all trials that count; empty where none does
     */
    public record PairView(
            String title,
            String baseline,
            String candidate,
            String finding,
            List<String> caveats,
            boolean unequal,
            List<Row> rows,
            String methods,
            List<Setting> settings,
            Optional<Chart> chart,
            Optional<Chart> repetitions) {}

    /** A statistic of both; texts with their units. */
    public record Row(
            String statistic,
            String baseline,
            String candidate,
            String ratio,
            String interval,
            String says,
            boolean decided,
            String n,
            String leftOut) {}

    /** One that the two do not share. */
    public record Setting(String name, String baseline, String candidate) {}

    /** How what varies within a run is shown; empty where nothing does, or it is not clear what is meant. */
    public static Optional<ComparisonView> within(RunAnalysis run) {
        List<String> explained = Explanation.of(run, Explanation.USUAL_THRESHOLD)
                .map(ExplanationText::findings)
                .orElse(List.of());
        return Comparison.usually(run).map(comparison -> of(comparison, explained));
    }

    /** How that comparison is shown. */
    public static ComparisonView of(Comparison comparison) {
        return of(comparison, List.of());
    }

    private static ComparisonView of(Comparison comparison, List<String> explained) {
        return new ComparisonView(
                ComparisonText.note(comparison),
                IntStream.range(0, comparison.pairs().size())
                        .mapToObj(index -> of(index + 1, comparison.pairs().get(index), comparison.threshold()))
                        .toList(),
                explained);
    }

    private static PairView of(int number, Pair pair, double threshold) {
        List<String> caveats =
                Stream.concat(pair.unequal().stream(), pair.flags().stream()).toList();
        return new PairView(
                ComparisonText.title(pair),
                pair.baseline(),
                pair.candidate(),
                ComparisonText.finding(pair, threshold),
                caveats,
                pair.unequal().isPresent(),
                pair.figures().stream().map(figure -> row(figure, threshold)).toList(),
                ComparisonText.methods(pair.figures()),
                pair.settings().entrySet().stream()
                        .map(entry -> new Setting(
                                entry.getKey(),
                                entry.getValue().getFirst(),
                                entry.getValue().getLast()))
                        .toList(),
                RatioChart.of("ratios-" + number, pair, threshold),
                RepetitionChart.of("repetitions-" + number, pair));
    }

    private static Row row(ComparedFigure figure, double threshold) {
        return new Row(
                ComparisonText.name(figure.statistic()),
                ComparisonText.value(figure.statistic(), figure.baseline()),
                ComparisonText.value(figure.statistic(), figure.candidate()),
                ComparisonText.ratio(figure),
                ComparisonText.interval(figure),
                ComparisonText.says(figure, threshold),
                figure.difference() != Difference.INCONCLUSIVE,
                ComparisonText.n(figure),
                ComparisonText.leftOut(figure));
    }

    /** What else may explain a difference of any pair, each thing once and the worst first. */
    public List<String> caveats() {
        return Stream.concat(
                        pairs.stream()
                                .filter(PairView::unequal)
                                .map(pair -> pair.caveats().getFirst()),
                        pairs.stream().flatMap(pair -> pair.caveats().stream()))
                .distinct()
                .toList();
    }

    /** The findings that stand above everything else. */
    public List<String> findings() {
        return explained.isEmpty()
                ? pairs.stream().map(PairView::finding).limit(MAX_FINDINGS).toList()
                : explained;
    }

    /** All that is drawn of it. */
    List<Chart> charts() {
        return pairs.stream()
                .flatMap(pair -> Stream.concat(pair.chart().stream(), pair.repetitions().stream()))
                .toList();
    }

    /** How many more there are. */
    public int moreFindings() {
        return explained.isEmpty() ? Math.max(0, pairs.size() - MAX_FINDINGS) : 0;
    }
}
