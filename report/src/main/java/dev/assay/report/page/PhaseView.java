package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.display.Figure;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.text.MessageText;
import dev.assay.report.text.VerdictText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Plot;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class PhaseView {
    private static final List<Column> GROUP_COLUMNS = List.of(
            Column.words("Subscription"),
            Column.number("received"),
            new Column("at the end", "", "Backlog", true),
            new Column("grew by", "", "Backlog", true),
            new Column("p50", "", "End-to-end", true),
            new Column("p99", "", "End-to-end", true),
            new Column("max", "", "End-to-end", true));

    private PhaseView() {}

    /** @param id the trial's anchor */
    static Section of(TrialAnalysis trial, PhaseAnalysis phase, RunAnalysis run, String id) {
        String name = phase.phase().name();
        boolean several = trial.measured().size() > 1;
        String length = Formats.seconds(Formats.lengthSeconds(phase.phase()));
        String of = several ? "phase " + name : "the measured phase";
        List<Block> blocks = new ArrayList<>();
        if (several) {
            Grade grade = phase.verdict().grade();
            String expected = VerdictText.expectation(phase.phase())
                    .map(what -> "; " + what)
                    .orElse("");
            blocks.add(new Finding(Optional.of(grade), grade.mark() + " " + grade, length + expected));
            blocks.add(new Facts(tiles(phase), true));
        }
        TrialRecord record = trial.trial();
        String intended = record.course().lostWorkers().isEmpty()
                ? ""
                : " of " + Formats.rate(record.intendedPerSecond(phase.phase())) + " intended";
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("Offered", Formats.rate(phase.offeredPerSecond()) + intended),
                new Fact("Achieved", Formats.rate(phase.achievedPerSecond())),
                new Fact("Messages of", MessageText.size(trial.trial())),
                new Fact("Measured for", length)));
        syncs(phase).ifPresent(syncs -> facts.add(new Fact("Syncs to disk, mean", syncs)));
        blocks.add(new Facts(facts));
        blocks.addAll(BottleneckView.of(trial, phase, run));
        blocks.addAll(LatencyTable.of(phase, of + " (" + length + ")"));
        unsentByLost(record, phase).ifPresent(blocks::add);
        if (!phase.metrics().isEmpty()) {
            blocks.add(new Plot(
                    id + "-percentiles-" + name,
                    Plot.Kind.CURVE,
                    "Percentile curve",
                    "ms",
                    "Against percentile on a nines axis; dotted where fewer than ten samples lie above. Ends at the maximum.",
                    "Percentile curves of this trial's latencies; the values are in the percentile table",
                    id,
                    name));
        }
        if (phase.tellsGroupsApart()) {
            blocks.addAll(groups(phase));
        }
        return Section.of("", several ? "Phase " + name : "Latency", blocks);
    }

    /** Says how many messages a lost worker did not send; they have no latency and are not among the samples. */
    private static Optional<Block> unsentByLost(TrialRecord record, PhaseAnalysis phase) {
        double intended = record.intendedPerSecond(phase.phase());
        double without = intended - phase.offeredPerSecond();
        long messages = Math.round(without * Formats.lengthSeconds(phase.phase()));
        return record.course().lostWorkers().isEmpty() || messages <= 0
                ? Optional.empty()
                : Optional.of(Text.note("Not among them: about "
                        + Formats.counted(messages, "message") + " (" + Formats.percentage(without, intended)
                        + " of those intended) that lost workers would have sent"));
    }

    /** Returns the few values that are read first: response p50 and p99, end-to-end p99, and the rate. */
    static List<Fact> tiles(PhaseAnalysis phase) {
        return List.of(
                percentile(phase, LatencyMetric.RESPONSE, 50),
                percentile(phase, LatencyMetric.RESPONSE, 99),
                percentile(phase, LatencyMetric.END_TO_END, 99),
                new Fact(
                        "Achieved rate",
                        Formats.rate(phase.achievedPerSecond()),
                        Formats.percentage(phase.achievedPerSecond(), phase.offeredPerSecond()) + " of "
                                + Formats.rate(phase.offeredPerSecond()) + " offered",
                        false));
    }

    private static Fact percentile(PhaseAnalysis phase, LatencyMetric metric, double percent) {
        String name = (metric == LatencyMetric.RESPONSE ? "Response " : "End-to-end ") + Formats.percentile(percent);
        Optional<Reading> row = phase.headline(Statistic.quantile(metric, percent));
        if (row.isEmpty()) {
            return new Fact(name, "none", "n = 0", false);
        }
        String of = phase.slowest(metric)
                .map(group -> ", slowest subscription: " + group.subscription().name())
                .orElse("");
        ValueCell cell = value(row);
        return new Fact(
                name + (cell.marks().isEmpty() ? "" : " " + cell.marks()),
                cell.text(),
                "n = " + Formats.count(row.get().n()) + of,
                false);
    }

    private static List<Block> groups(PhaseAnalysis phase) {
        List<Row> rows = new ArrayList<>();
        List<TableNotes.Marked> marked = new ArrayList<>();
        for (GroupAnalysis group : phase.groups()) {
            String of = group.name();
            List<ValueCell> values = List.of(
                    ValueCell.plain(value(phase.row(Statistic.RECEIVED, of), " msg/s")),
                    ValueCell.plain(value(phase.row(Statistic.BACKLOG, of), "")),
                    ValueCell.plain(value(phase.row(Statistic.BACKLOG_GROWTH, of), " msg/s")),
                    value(phase.row(Statistic.quantile(LatencyMetric.END_TO_END, 50), of)),
                    value(phase.row(Statistic.quantile(LatencyMetric.END_TO_END, 99), of)),
                    value(phase.row(Statistic.max(LatencyMetric.END_TO_END), of)));
            List<Cell> cells = new ArrayList<>(List.of(Cell.of(name(group))));
            for (int i = 0; i < values.size(); i++) {
                Column column = GROUP_COLUMNS.get(i + 1);
                String heading = (column.group() + " " + column.name()).strip();
                cells.add(values.get(i).cell());
                marked.add(new TableNotes.Marked(group.subscription().name(), heading, values.get(i)));
            }
            rows.add(Row.of(Weight.PLAIN, cells));
        }
        TableNotes notes = TableNotes.of(marked);
        List<Block> blocks = new ArrayList<>();
        blocks.add(Text.note("Each subscription separately"
                + phase.slowest(LatencyMetric.END_TO_END)
                        .map(group -> "; the slowest live one is "
                                + group.subscription().name())
                        .orElse("")
                + ". Above, end-to-end and send-to-receive are of live subscriptions; the age of old messages read by one"
                + " that was behind appears only here."));
        blocks.add(Table.of(
                "groups", "Subscriptions in phase " + phase.phase().name(), GROUP_COLUMNS, rows, notes.legend()));
        blocks.addAll(notes.behind());
        return blocks;
    }

    private static String name(GroupAnalysis group) {
        String subscription = group.subscription().name();
        String name = group.subscription().group() + (group.live() ? "" : " (not live)");
        return name.startsWith(subscription) ? name : subscription + " of " + name;
    }

    private static ValueCell value(Optional<Reading> row) {
        return row.map(reading -> ValueCell.of(LatencyUnit.text(Math.rint(reading.value())), reading))
                .orElse(ValueCell.plain("none"));
    }

    private static String value(Optional<Reading> row, String unit) {
        return row.map(reading -> Figure.of("%,.0f", Math.rint(reading.value()) + 0.0) + unit)
                .orElse("unknown");
    }

    /**
     * Says how often each server waited for its disk per second of the phase, as evidence for a durability level; empty where
     * syncs were not counted.
     */
    static Optional<String> syncs(PhaseAnalysis phase) {
        List<String> servers = new ArrayList<>();
        for (Reading row : phase.rows()) {
            row.statistic()
                    .ofServer()
                    .ifPresent(server -> servers.add(
                            "%s %s (n = %d s)".formatted(server, Figure.of("%,.1f/s", row.value()), row.n())));
        }
        return servers.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", servers));
    }
}
