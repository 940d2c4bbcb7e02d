package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
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
import java.util.Set;

/** Builds the percentile table of one phase: a row for each latency, a column for each value, all in one unit. */
final class LatencyTable {
    private static final Set<String> MINOR = Set.of("p75", "p90", "p99.99");

    private static final double UNIT_DECIDED_BY_PERCENT = 99;

    private final PhaseAnalysis phase;
    private final LatencyUnit unit;
    private final List<String> names = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<TableNotes.Marked> marked = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private LatencyTable(PhaseAnalysis phase) {
        this.phase = phase;
        unit = LatencyUnit.of(phase.metrics().stream()
                .flatMap(metric -> phase.row(Statistic.quantile(metric, UNIT_DECIDED_BY_PERCENT)).stream())
                .mapToLong(row -> Math.round(row.value()))
                .max()
                .orElse(0));
        names.add("mean");
        if (!phase.metrics().isEmpty()) {
            LatencyStatistic.PERCENTS.forEach(percent -> names.add(Formats.percentile(percent)));
        }
        names.add("max");
    }

    /**
     * Returns the table of all live subscriptions together.
     *
     * @param of the name of the phase or trial, for the title
     */
    static List<Block> merged(PhaseAnalysis phase, String of) {
        LatencyTable table = new LatencyTable(phase);
        phase.metrics().forEach(metric -> table.add(metric, "", ""));
        return table.blocks(of);
    }

    /** Returns the two latencies that applications experience in a phase; arrivals are those of the slowest subscription. */
    static Table brief(PhaseAnalysis phase) {
        LatencyTable table = new LatencyTable(phase);
        for (LatencyMetric metric : List.of(LatencyMetric.RESPONSE, LatencyMetric.END_TO_END)) {
            if (phase.metrics().contains(metric)) {
                table.add(metric, phase.headline(metric), "");
            }
        }
        return table.table(
                "Latency in " + table.unit.symbol(), TableNotes.of(table.marked).legend());
    }

    /** Returns the table of a phase: arrivals are those of the slowest subscription, and below them those of all live subscriptions. */
    static List<Block> of(PhaseAnalysis phase, String of) {
        LatencyTable table = new LatencyTable(phase);
        long liveSubscriptions =
                phase.groups().stream().filter(GroupAnalysis::live).count();
        for (LatencyMetric metric : phase.metrics()) {
            String slowest = phase.headline(metric);
            if (slowest.isEmpty()) {
                table.add(metric, "", "");
                continue;
            }
            table.remarks.add(metric.title() + ": " + slowest + ", the slowest of " + liveSubscriptions
                    + " subscriptions; merged: all " + liveSubscriptions
                    + " subscriptions, which can hide a slow one");
            table.add(metric, slowest, "");
            table.add(metric, "", "merged");
        }
        return table.blocks(of);
    }

    /** @param merged {@code merged} where several subscriptions are combined; empty otherwise */
    private void add(LatencyMetric metric, String subscription, String merged) {
        List<Statistic> statistics = new ArrayList<>();
        statistics.add(Statistic.mean(metric));
        LatencyStatistic.PERCENTS.forEach(percent -> statistics.add(Statistic.quantile(metric, percent)));
        statistics.add(Statistic.max(metric));
        String name = metric.title() + (merged.isEmpty() ? "" : ", " + merged);
        List<Cell> cells = new ArrayList<>();
        cells.add(merged.isEmpty() ? Cell.of(metric.title(), meaning(metric)) : Cell.of("– " + merged));
        for (int i = 0; i < statistics.size(); i++) {
            ValueCell value = phase.row(statistics.get(i), subscription)
                    .map(row -> ValueCell.of(unit.number(row.value()), row))
                    .orElse(ValueCell.plain("none"));
            cells.add(value.cell());
            marked.add(new TableNotes.Marked(name, names.get(i), value));
        }
        cells.add(Cell.of(Formats.count(
                phase.row(Statistic.mean(metric), subscription).map(Reading::n).orElse(0L))));
        boolean felt = metric == LatencyMetric.RESPONSE || metric == LatencyMetric.END_TO_END;
        rows.add(Row.of(felt && merged.isEmpty() ? Weight.MAIN : Weight.PLAIN, cells));
        phase.row(Statistic.censored(metric), subscription)
                .filter(row -> row.value() > 0)
                .ifPresent(row -> remarks.add(
                        "%s: %s without a known latency, because they failed or never arrived, count as slower than all others"
                                .formatted(name, Formats.counted(Math.round(row.value()), "message"))));
    }

    /** Returns the metric's meaning, and its name in the OpenMessaging Benchmark. */
    private static String meaning(LatencyMetric metric) {
        String theirs = switch (metric) {
            case SERVICE -> "OMB: publish latency";
            case SEND_TO_RECEIVE -> "OMB: end-to-end latency";
            case SCHEDULE_LAG, RESPONSE, END_TO_END -> "";
        };
        return metric.meaning() + (theirs.isEmpty() || metric.meaning().contains("OMB") ? "" : "; " + theirs);
    }

    private List<Block> blocks(String of) {
        if (phase.metrics().isEmpty()) {
            return List.of(Text.note("No latency was recorded in " + of));
        }
        TableNotes notes = TableNotes.of(marked);
        remarks.addAll(notes.legend());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Text.note("In " + unit.symbol() + "; n: samples of " + of + ", all workers together, none dropped"));
        blocks.add(table("Latency percentiles of " + of + " in " + unit.symbol(), remarks));
        blocks.addAll(notes.behind());
        return blocks;
    }

    private Table table(String title, List<String> notes) {
        List<Column> columns = new ArrayList<>(List.of(Column.words("Latency")));
        names.forEach(name -> columns.add(new Column(name, "", "", true, "", MINOR.contains(name))));
        columns.add(Column.number("n"));
        return Table.of("latency", title, columns, rows, notes);
    }
}
