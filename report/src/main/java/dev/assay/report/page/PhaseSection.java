package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.model.result.LatencyMetric;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import dev.assay.report.figure.VerdictText;
import dev.assay.report.page.TrialSection.Tile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * One phase of a trial as the page shows it.
 *
 * @param about its length, and what it expects where that is unusual
 * @param groups each subscription, where they have to be told apart
 */
public record PhaseSection(
        PhaseAnalysis analysis, String about, List<Tile> tiles, LatencyTable latencies, List<GroupRow> groups) {
    /**
     * One subscription in the phase.
     *
     * @param cells as {@link #GROUP_COLUMNS} has them
     */
    public record GroupRow(String subscription, String group, List<FigureCell> cells) {
        /** Both names, in a line of text. */
        public String title() {
            return group.startsWith(subscription) ? group : subscription + " of " + group;
        }
    }

    /** Headings of what is shown of a subscription. */
    public static final List<String> GROUP_COLUMNS = List.of(
            "received", "backlog at the end", "backlog grew by", "end-to-end p50", "end-to-end p99", "end-to-end max");

    /** The section of that phase. */
    public static PhaseSection of(PhaseAnalysis analysis) {
        return new PhaseSection(
                analysis,
                Formats.seconds(Formats.lengthSeconds(analysis.phase()))
                        + VerdictText.expectation(analysis.phase())
                                .map(expected -> "; " + expected)
                                .orElse(""),
                tiles(analysis),
                LatencyTable.of(analysis),
                analysis.tellsGroupsApart()
                        ? analysis.groups().stream().map(PhaseSection::group).toList()
                        : List.of());
    }

    /** Its name. */
    public String name() {
        return analysis.phase().name();
    }

    private static List<Tile> tiles(PhaseAnalysis analysis) {
        List<Tile> tiles = new ArrayList<>();
        tiles.add(percentile(analysis, LatencyMetric.RESPONSE, 50));
        tiles.add(percentile(analysis, LatencyMetric.RESPONSE, 99));
        tiles.add(percentile(analysis, LatencyMetric.END_TO_END, 99));
        tiles.add(new Tile(
                "Achieved rate",
                Formats.rate(analysis.achievedPerSecond()),
                Formats.percentage(analysis.achievedPerSecond(), analysis.offeredPerSecond()) + " of "
                        + Formats.rate(analysis.offeredPerSecond()) + " offered",
                false));
        return tiles;
    }

    private static Tile percentile(PhaseAnalysis analysis, LatencyMetric metric, double percent) {
        String name = (metric == LatencyMetric.RESPONSE ? "Response " : "End-to-end ") + Formats.percentile(percent);
        String of = analysis.slowest(metric)
                .map(group ->
                        ", slowest subscription: " + group.subscription().name())
                .orElse("");
        return analysis.headline(metric)
                .flatMap(summary -> summary.quantile(percent).map(quantile -> {
                    FigureCell cell = FigureCell.of(
                            LatencyUnit.text(quantile.nanos()), (double) quantile.nanos(), quantile.quality());
                    String marks = cell.marks();
                    return new Tile(
                            name + (marks.isEmpty() ? "" : " " + marks),
                            cell.text(),
                            "n = " + Formats.count(summary.samples()) + of,
                            false);
                }))
                .orElse(new Tile(name, "none", "n = 0", false));
    }

    private static GroupRow group(GroupAnalysis group) {
        List<FigureCell> cells = new ArrayList<>();
        cells.add(FigureCell.plain(figure(group.receivedPerSecond(), " msg/s")));
        cells.add(FigureCell.plain(figure(group.backlogAtEnd(), "")));
        cells.add(FigureCell.plain(figure(group.backlogGrowthPerSecond(), " msg/s")));
        cells.add(quantile(group, 50));
        cells.add(quantile(group, 99));
        cells.add(endToEnd(group).stream()
                .map(summary ->
                        FigureCell.of(LatencyUnit.text(summary.maxNanos()), (double) summary.maxNanos(), summary.max()))
                .findFirst()
                .orElse(FigureCell.plain("none")));
        return new GroupRow(
                group.subscription().name(),
                group.subscription().group() + (group.tails() ? "" : " (not tailing)"),
                cells);
    }

    /** What is marked in the subscriptions' figures. */
    public FigureNotes groupNotes() {
        List<FigureNotes.Marked> marked = new ArrayList<>();
        for (GroupRow group : groups) {
            for (int i = 0; i < group.cells().size(); i++) {
                marked.add(new FigureNotes.Marked(
                        group.subscription(),
                        GROUP_COLUMNS.get(i),
                        group.cells().get(i)));
            }
        }
        return FigureNotes.of(marked);
    }

    /** The subscription whose figures stand for the phase, where there are several; empty otherwise. */
    public String slowest() {
        return analysis.slowest(LatencyMetric.END_TO_END)
                .map(group -> group.subscription().name())
                .orElse("");
    }

    private static List<LatencySummary> endToEnd(GroupAnalysis group) {
        return group.latencies().stream()
                .filter(summary -> summary.metric() == LatencyMetric.END_TO_END)
                .toList();
    }

    private static FigureCell quantile(GroupAnalysis group, double percent) {
        return endToEnd(group).stream()
                .flatMap(summary -> summary.quantiles().stream())
                .filter(quantile -> quantile.percent() == percent)
                .map(quantile -> FigureCell.of(
                        LatencyUnit.text(quantile.nanos()), (double) quantile.nanos(), quantile.quality()))
                .findFirst()
                .orElse(FigureCell.plain("none"));
    }

    private static String figure(OptionalDouble figure, String unit) {
        return figure.isPresent()
                ? String.format(Locale.ROOT, "%,.0f%s", Math.rint(figure.getAsDouble()) + 0.0, unit)
                : "unknown";
    }
}
