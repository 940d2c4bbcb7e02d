package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.model.result.LatencyMetric;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The percentile table of one phase: a row a latency, a column a figure, all in one unit.
 *
 * @param columns headings of the figures between the latency's name and n
 */
public record LatencyTable(LatencyUnit unit, List<String> columns, List<Row> rows) {
    private static final double UNIT_DECIDED_BY_PERCENT = 99;

    /**
     * One latency.
     *
     * @param of which of several subscriptions it is of; empty where it goes without saying
     * @param merged whether it is of several subscriptions together, which can hide a slow one
     * @param censored messages without a known latency, which count as larger than all samples
     */
    public record Row(
            LatencyMetric metric, String of, boolean merged, List<FigureCell> cells, long samples, long censored) {
        /** Whether this is one of the two figures that a user of the system would feel. */
        public boolean headline() {
            return !merged && (metric == LatencyMetric.RESPONSE || metric == LatencyMetric.END_TO_END);
        }

        /** What it is called in a narrow column. */
        public String title() {
            return merged ? "  merged" : metric.title();
        }

        /** The name in tests and scripts. */
        public String tag() {
            return metric.tag() + (merged ? "-merged" : "");
        }

        /** What the OpenMessaging Benchmark calls this latency; empty when it has no such. */
        public String ombName() {
            return switch (metric) {
                case SERVICE -> "OMB: publish latency";
                case CALL_TO_END -> "OMB: end-to-end latency";
                case SEND_DELAY, RESPONSE, END_TO_END -> "";
            };
        }
    }

    /** The table of these distributions, in their order. */
    public static LatencyTable of(List<LatencySummary> summaries) {
        LatencyUnit unit = unit(summaries);
        return new LatencyTable(
                unit,
                columns(summaries),
                summaries.stream().map(summary -> row(summary, "", false, unit)).toList());
    }

    /** The table of a phase: arrivals are those of the slowest subscription, and below them those of all that tail. */
    public static LatencyTable of(PhaseAnalysis phase) {
        LatencyUnit unit = unit(phase.latencies());
        long tailing = phase.groups().stream().filter(GroupAnalysis::tails).count();
        List<Row> rows = new ArrayList<>();
        for (LatencySummary summary : phase.latencies()) {
            Optional<GroupAnalysis> slowest = phase.slowest(summary.metric());
            slowest.ifPresent(group -> rows.add(row(
                    group.latency(summary.metric()).orElseThrow(),
                    group.subscription().name() + ", the slowest of " + tailing + " subscriptions",
                    false,
                    unit)));
            rows.add(row(
                    summary,
                    slowest.isPresent() ? "all " + tailing + " subscriptions merged, which can hide a slow one" : "",
                    slowest.isPresent(),
                    unit));
        }
        return new LatencyTable(unit, columns(phase.latencies()), rows);
    }

    private static LatencyUnit unit(List<LatencySummary> summaries) {
        return LatencyUnit.of(summaries.stream()
                .flatMap(summary -> summary.quantile(UNIT_DECIDED_BY_PERCENT).stream())
                .mapToLong(Quantile::nanos)
                .max()
                .orElse(0));
    }

    /** What the marks of its figures mean, and what is behind each of them. */
    public FigureNotes notes() {
        List<FigureNotes.Marked> marked = new ArrayList<>();
        for (Row row : rows) {
            for (int i = 0; i < row.cells().size(); i++) {
                marked.add(new FigureNotes.Marked(
                        row.metric().title() + (row.merged() ? ", merged" : ""),
                        columns.get(i),
                        row.cells().get(i)));
            }
        }
        return FigureNotes.of(marked);
    }

    /** What has to be said of whole rows: which subscription they are of, and what they lack. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        rows.stream()
                .filter(row -> !row.of().isEmpty())
                .forEach(row -> remarks.add(row.metric().title() + (row.merged() ? ", merged: " : ": ") + row.of()));
        rows.stream()
                .filter(row -> row.censored() > 0)
                .forEach(row -> remarks.add(
                        "%s%s: %s without a known latency, as they failed or never arrived, count as slower than all others"
                                .formatted(
                                        row.metric().title(),
                                        row.merged() ? ", merged" : "",
                                        Formats.counted(row.censored(), "message"))));
        return remarks;
    }

    private static List<String> columns(List<LatencySummary> summaries) {
        List<String> percentiles = summaries.isEmpty()
                ? List.of()
                : summaries.getFirst().quantiles().stream()
                        .map(quantile -> Formats.percentile(quantile.percent()))
                        .toList();
        return Stream.of(List.of("mean"), percentiles, List.of("max"))
                .flatMap(List::stream)
                .toList();
    }

    private static Row row(LatencySummary summary, String of, boolean merged, LatencyUnit unit) {
        List<FigureCell> cells = new ArrayList<>();
        cells.add(FigureCell.of(unit.number(summary.meanNanos()), summary.meanNanos(), summary.mean()));
        summary.quantiles()
                .forEach(quantile -> cells.add(
                        FigureCell.of(unit.number(quantile.nanos()), (double) quantile.nanos(), quantile.quality())));
        cells.add(FigureCell.of(unit.number(summary.maxNanos()), (double) summary.maxNanos(), summary.max()));
        return new Row(summary.metric(), of, merged, cells, summary.samples(), summary.censored());
    }
}
