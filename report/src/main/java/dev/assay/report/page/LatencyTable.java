package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The percentile table of one phase: a row a latency, a column a value, all in one unit. */
final class LatencyTable {
    private static final Set<String> MINOR = Set.of("p75", "p90", "p99.99");

    private static final double UNIT_DECIDED_BY_PERCENT = 99;

    private final List<LatencySummary> summaries;
    private final LatencyUnit unit;
    private final List<String> names = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<TableNotes.Marked> marked = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private LatencyTable(List<LatencySummary> summaries) {
        this.summaries = summaries;
        unit = LatencyUnit.of(summaries.stream()
                .flatMap(summary -> summary.quantile(UNIT_DECIDED_BY_PERCENT).stream())
                .mapToLong(Quantile::nanos)
                .max()
                .orElse(0));
        names.add("mean");
        if (!summaries.isEmpty()) {
            summaries.getFirst().quantiles().forEach(quantile -> names.add(Formats.percentile(quantile.percent())));
        }
        names.add("max");
    }

    /**
     * The table of these distributions, in their order.
     *
     * @param of what they are of
     */
    static List<Block> of(List<LatencySummary> summaries, String of) {
        LatencyTable table = new LatencyTable(summaries);
        summaries.forEach(summary -> table.add(summary, ""));
        return table.blocks(of);
    }

    /** The table of a phase: arrivals are those of the slowest subscription, and below them those of all live subscriptions. */
    static List<Block> of(PhaseAnalysis phase, String of) {
        LatencyTable table = new LatencyTable(phase.latencies());
        long liveSubscriptions =
                phase.groups().stream().filter(GroupAnalysis::live).count();
        for (LatencySummary summary : phase.latencies()) {
            Optional<GroupAnalysis> slowest = phase.slowest(summary.metric());
            if (slowest.isEmpty()) {
                table.add(summary, "");
                continue;
            }
            String name = summary.metric().title();
            table.remarks.add(name + ": " + slowest.get().subscription().name() + ", the slowest of "
                    + liveSubscriptions + " subscriptions; merged: all " + liveSubscriptions
                    + " subscriptions, which can hide a slow one");
            table.add(slowest.get().latency(summary.metric()).orElseThrow(), "");
            table.add(summary, "merged");
        }
        return table.blocks(of);
    }

    /**
     * Adds a row.
     *
     * @param merged {@code merged} where it is of several subscriptions together; empty otherwise
     */
    private void add(LatencySummary summary, String merged) {
        LatencyMetric metric = summary.metric();
        List<ValueCell> values = new ArrayList<>();
        values.add(ValueCell.of(unit.number(summary.meanNanos()), summary.meanNanos(), summary.mean()));
        summary.quantiles()
                .forEach(quantile -> values.add(
                        ValueCell.of(unit.number(quantile.nanos()), (double) quantile.nanos(), quantile.quality())));
        values.add(ValueCell.of(unit.number(summary.maxNanos()), (double) summary.maxNanos(), summary.max()));
        String name = metric.title() + (merged.isEmpty() ? "" : ", " + merged);
        List<Cell> cells = new ArrayList<>();
        cells.add(merged.isEmpty() ? Cell.of(metric.title(), meaning(metric)) : Cell.of("– " + merged));
        for (int i = 0; i < values.size(); i++) {
            cells.add(values.get(i).cell());
            marked.add(new TableNotes.Marked(name, names.get(i), values.get(i)));
        }
        cells.add(Cell.of(Formats.count(summary.samples())));
        boolean felt = metric == LatencyMetric.RESPONSE || metric == LatencyMetric.END_TO_END;
        rows.add(Row.of(felt && merged.isEmpty() ? Weight.MAIN : Weight.PLAIN, cells));
        if (summary.censored() > 0) {
            remarks.add(
                    "%s: %s without a known latency, because they failed or never arrived, count as slower than all others"
                            .formatted(name, Formats.counted(summary.censored(), "message")));
        }
    }

    /** What it is, and what the OpenMessaging Benchmark calls it. */
    private static String meaning(LatencyMetric metric) {
        String theirs = switch (metric) {
            case SERVICE -> "OMB: publish latency";
            case SEND_TO_RECEIVE -> "OMB: end-to-end latency";
            case SCHEDULE_LAG, RESPONSE, END_TO_END -> "";
        };
        return metric.meaning() + (theirs.isEmpty() || metric.meaning().contains("OMB") ? "" : "; " + theirs);
    }

    private List<Block> blocks(String of) {
        if (summaries.isEmpty()) {
            return List.of(Text.note("No latency was recorded in " + of));
        }
        List<Column> columns = new ArrayList<>(List.of(Column.words("Latency")));
        names.forEach(name -> columns.add(new Column(name, "", "", true, "", MINOR.contains(name))));
        columns.add(Column.number("n"));
        TableNotes notes = TableNotes.of(marked);
        remarks.addAll(notes.legend());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Text.note("In " + unit.symbol() + "; n: samples of " + of + ", all workers together, none dropped"));
        blocks.add(
                Table.of("latency", "Latency percentiles of " + of + " in " + unit.symbol(), columns, rows, remarks));
        blocks.addAll(notes.behind());
        return blocks;
    }
}
