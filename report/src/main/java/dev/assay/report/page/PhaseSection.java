package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.ReaderAnalysis;
import dev.assay.core.result.LatencyMetric;
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
 * @param readers each subscription, where they have to be told apart
 */
public record PhaseSection(
        PhaseAnalysis analysis, String about, List<Tile> tiles, LatencyTable latencies, List<ReaderRow> readers) {
    /**
     * One subscription in the phase.
     *
     * @param cells as {@link #READER_COLUMNS} has them
     */
    public record ReaderRow(String subscription, String reader, List<LatencyTable.Cell> cells) {
        /** Both names, in a line of text. */
        public String title() {
            return reader.startsWith(subscription) ? reader : subscription + " of " + reader;
        }
    }

    /** Headings of what is shown of a subscription. */
    public static final List<String> READER_COLUMNS = List.of(
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
                LatencyTable.of(analysis.latencies()),
                analysis.tellsReadersApart()
                        ? analysis.readers().stream().map(PhaseSection::reader).toList()
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
                Formats.share(analysis.achievedPerSecond(), analysis.offeredPerSecond()) + " of "
                        + Formats.rate(analysis.offeredPerSecond()) + " offered",
                false));
        return tiles;
    }

    private static Tile percentile(PhaseAnalysis analysis, LatencyMetric metric, double percent) {
        String name = (metric == LatencyMetric.RESPONSE ? "Response " : "End-to-end ") + Formats.percentile(percent);
        return analysis.latency(metric)
                .flatMap(summary -> summary.quantiles().stream()
                        .filter(quantile -> quantile.percent() == percent)
                        .map(quantile -> new Tile(
                                name + (quantile.supported() ? "" : " †"),
                                LatencyUnit.text(quantile.nanos()),
                                "n = " + Formats.count(summary.samples()),
                                false))
                        .findFirst())
                .orElse(new Tile(name, "none", "n = 0", false));
    }

    private static ReaderRow reader(ReaderAnalysis reader) {
        List<LatencyTable.Cell> cells = new ArrayList<>();
        cells.add(new LatencyTable.Cell(figure(reader.receivedPerSecond(), " msg/s"), true));
        cells.add(new LatencyTable.Cell(figure(reader.backlogAtEnd(), ""), true));
        cells.add(new LatencyTable.Cell(figure(reader.backlogGrowthPerSecond(), " msg/s"), true));
        cells.add(quantile(reader, 50));
        cells.add(quantile(reader, 99));
        cells.add(endToEnd(reader).stream()
                .map(summary -> new LatencyTable.Cell(LatencyUnit.text(summary.maxNanos()), true))
                .findFirst()
                .orElse(new LatencyTable.Cell("none", true)));
        return new ReaderRow(
                reader.subscription().name(),
                reader.subscription().reader() + (reader.tails() ? "" : " (not tailing)"),
                cells);
    }

    private static List<LatencySummary> endToEnd(ReaderAnalysis reader) {
        return reader.latencies().stream()
                .filter(summary -> summary.metric() == LatencyMetric.END_TO_END)
                .toList();
    }

    private static LatencyTable.Cell quantile(ReaderAnalysis reader, double percent) {
        return endToEnd(reader).stream()
                .flatMap(summary -> summary.quantiles().stream())
                .filter(quantile -> quantile.percent() == percent)
                .map(quantile -> new LatencyTable.Cell(LatencyUnit.text(quantile.nanos()), quantile.supported()))
                .findFirst()
                .orElse(new LatencyTable.Cell("none", true));
    }

    private static String figure(OptionalDouble figure, String unit) {
        return figure.isPresent()
                ? String.format(Locale.ROOT, "%,.0f%s", Math.rint(figure.getAsDouble()) + 0.0, unit)
                : "unknown";
    }
}
