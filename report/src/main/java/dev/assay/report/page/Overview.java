package dev.assay.report.page;

import dev.assay.analysis.DeclaredStatistics;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.chart.TrialGroup;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.text.SystemText;
import dev.assay.report.text.TrialNames;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Plot;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Shows all trials of a run side by side, phase by phase, repetitions next to each other. Percentiles are listed and their range is given;
 * they are never averaged.
 */
final class Overview {
    /** Lists the values that are shown where the scenario declares no others: a column each. */
    static final List<LatencyStatistic> USUAL = Stream.of(
                    "response.p50",
                    "response.p99",
                    "response.p99.9",
                    "end-to-end.p50",
                    "end-to-end.p99",
                    "end-to-end.p99.9")
            .map(LatencyStatistic::parse)
            .toList();

    private static final LatencyStatistic USUAL_BAR = LatencyStatistic.parse("response.p99");

    private final RunAnalysis run;
    private final TrialNames names;
    private final LatencyUnit unit;
    private final List<LatencyStatistic> shown;
    private final List<TableNotes.Marked> marked = new ArrayList<>();

    private record Measured(TrialAnalysis trial, PhaseAnalysis phase) {}

    private record Sameness(
            SystemIdentity system,
            DurabilityStatement durability,
            Map<String, String> dimensions,
            double offeredPerSecond,
            int messageBytes,
            String phase) {
        static Sameness of(TrialRecord trial, PhaseAnalysis phase) {
            return new Sameness(
                    trial.system(),
                    trial.durability(),
                    trial.identity().dimensions(),
                    trial.plan().offeredPerSecond(),
                    trial.plan().messageBytes(),
                    phase.phase().name());
        }
    }

    private Overview(RunAnalysis run, TrialNames names) {
        this.run = run;
        this.names = names;
        shown = shown(run);
        unit = LatencyUnit.of(run.trials().stream()
                .flatMap(trial -> trial.measured().stream())
                .flatMap(phase -> value(phase, bar(run)).stream())
                .mapToLong(row -> Math.round(row.value()))
                .max()
                .orElse(0));
    }

    /** Returns the section, with groups in the order of their first trial. */
    static Section of(RunAnalysis run, TrialNames names) {
        Overview overview = new Overview(run, names);
        List<Block> blocks = new ArrayList<>(overview.levels());
        blocks.add(Text.note("One row per trial and measured phase; latencies in " + overview.unit.symbol()
                + ", n is the number of response times. Repetitions are grouped, with their range; percentiles are never"
                + " averaged. Where several subscriptions are live, end-to-end is that of the slowest."));
        blocks.add(overview.table());
        TrialGroup bars = comparison(run, names);
        List<TrialGroup.Level> levels = bars.levels();
        for (int i = 0; i < levels.size(); i++) {
            blocks.add(new Plot(
                    "overview-response-" + (i + 1),
                    Plot.Kind.BARS,
                    title(bar(run).metric()) + " time by trial"
                            + (levels.size() > 1
                                    ? ", " + DurabilityLevel.named(levels.get(i).level()) + " only"
                                    : ""),
                    "ms",
                    "Bar: " + bars.statistic()
                            + ", with ticks at p50 and p99.9. One bar per trial; repetitions share a colour, and each system has"
                            + " its own.",
                    title(bar(run).metric()) + " " + bars.statistic()
                            + " of each trial; the values are in the overview table",
                    "",
                    String.valueOf(i)));
        }
        blocks.add(new Plot(
                "overview-percentiles",
                Plot.Kind.OVERLAY,
                "Percentiles of all trials",
                "ms",
                "Each trial's whole distribution on a nines axis; dotted where fewer than ten samples lie above."
                        + (levels.size() > 1 ? " Durability levels differ: read the level in the legend." : ""),
                "Percentile curves of all trials; the values are in the overview table and in each trial's percentile"
                        + " table",
                "",
                ""));
        return Section.of("overview", "Overview", blocks);
    }

    /** Returns the first declared statistic, which decides how long the bars are. */
    private static LatencyStatistic bar(RunAnalysis run) {
        return DeclaredStatistics.before(List.of(USUAL_BAR), run).getFirst();
    }

    /** Returns the statistics of the columns, those of one latency together, and the first declared one's latency first. */
    private static List<LatencyStatistic> shown(RunAnalysis run) {
        Map<LatencyMetric, List<LatencyStatistic>> byMetric = new LinkedHashMap<>();
        for (LatencyStatistic statistic : DeclaredStatistics.before(USUAL, run)) {
            byMetric.computeIfAbsent(statistic.metric(), _ -> new ArrayList<>()).add(statistic);
        }
        return byMetric.values().stream().flatMap(List::stream).toList();
    }

    static TrialGroup comparison(RunAnalysis run, TrialNames names) {
        return TrialGroup.of(
                bar(run),
                groups(run).stream()
                        .map(group -> group.stream()
                                .map(measured -> new TrialGroup.Entry(
                                        TrialSection.anchor(measured.trial().trial()),
                                        label(measured, names),
                                        measured.trial().trial().durability().label(),
                                        measured.phase()))
                                .toList())
                        .toList());
    }

    private static Collection<List<Measured>> groups(RunAnalysis run) {
        Map<Sameness, List<Measured>> same = new LinkedHashMap<>();
        run.trials()
                .forEach(trial -> trial.measured()
                        .forEach(phase -> same.computeIfAbsent(
                                        Sameness.of(trial.trial(), phase), key -> new ArrayList<>())
                                .add(new Measured(trial, phase))));
        return same.values();
    }

    /** Returns the name of the trial, and of the phase where there are several. */
    private static String label(Measured measured, TrialNames names) {
        String name = names.of(measured.trial().trial());
        return measured.trial().measured().size() < 2
                ? name
                : name + " · " + measured.phase().phase().name();
    }

    /** Warns where trials acknowledge at different durability levels, or at others than requested. */
    private List<Block> levels() {
        SortedMap<String, String> levels = new TreeMap<>();
        Map<DurabilityStatement, Set<String>> deviating = new LinkedHashMap<>();
        for (TrialAnalysis trial : run.trials()) {
            DurabilityStatement durability = trial.trial().durability();
            levels.put(durability.label(), durability.namedLabel() + ": " + durability.meaning());
            if (!durability.reasons().isEmpty()) {
                String group = names.group(trial.trial());
                deviating
                        .computeIfAbsent(durability, key -> new LinkedHashSet<>())
                        .add(group.isEmpty() ? "all blocks" : group);
            }
        }
        List<Block> blocks = new ArrayList<>();
        if (levels.size() > 1) {
            blocks.add(
                    Text.caveat("Do not rank these against each other. These trials acknowledge at different durability"
                            + " levels, so a lower latency may only mean a weaker guarantee:"));
            blocks.add(new Lines(List.copyOf(levels.values())));
        }
        if (!deviating.isEmpty()) {
            String what =
                    "Not the requested level, or not with certainty. Trials are compared by their effective level:";
            boolean weakened = deviating.keySet().stream().anyMatch(DurabilityStatement::weakened);
            blocks.add(weakened ? Text.caveat(what) : Text.of(what));
            blocks.add(new Lines(deviating.entrySet().stream()
                    .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                    .toList()));
        }
        return blocks;
    }

    private Table table() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.words("Trial"),
                new Column("msg/s", "Offered", "", true),
                new Column("msg/s", "Achieved", "", true)));
        for (LatencyStatistic statistic : shown) {
            columns.add(new Column(statistic.shortName(), "", title(statistic.metric()) + ", " + unit.symbol(), true));
        }
        columns.add(Column.words("Delivery"));
        columns.add(Column.number("n"));
        List<Row> rows = new ArrayList<>();
        for (List<Measured> group : groups(run)) {
            group.forEach(measured -> rows.add(row(measured)));
            if (group.size() > 1) {
                rows.add(range(group));
            }
        }
        return Table.of(
                "overview",
                "All trials, latencies in " + unit.symbol(),
                columns,
                rows,
                TableNotes.of(marked).legend());
    }

    private Row row(Measured measured) {
        TrialRecord trial = measured.trial().trial();
        String label = label(measured, names);
        String system = SystemText.name(trial.system());
        VerificationStatusView verified = VerificationStatusView.of(trial, run);
        List<Cell> cells = new ArrayList<>();
        boolean contradicted =
                verified.tone().filter(tone -> tone == Grade.INVALID).isPresent();
        cells.add(new Cell(
                label,
                (label.contains(system) ? "" : system + " · ")
                        + trial.durability().brief() + " · " + verified.word(),
                contradicted ? Cell.BAD : "",
                contradicted ? "a verification contradicts its level" : "",
                "#" + TrialSection.anchor(trial)));
        cells.add(Cell.of(rate(measured.phase().offeredPerSecond())));
        cells.add(Cell.of(rate(measured.phase().achievedPerSecond())));
        for (LatencyStatistic statistic : shown) {
            ValueCell cell = value(measured.phase(), statistic)
                    .map(row -> ValueCell.of(unit.number(row.value()), row))
                    .orElse(ValueCell.plain("none"));
            marked.add(new TableNotes.Marked("", "", cell));
            cells.add(cell.cell());
        }
        cells.add(delivery(trial));
        cells.add(Cell.of(Formats.count(measured.phase().samples(LatencyMetric.RESPONSE))));
        Grade grade = grade(measured);
        return new Row(Optional.of(grade), grade.mark() + " " + grade, cells, List.of());
    }

    private static String rate(double perSecond) {
        return Formats.rate(perSecond).replace(" msg/s", "");
    }

    /** Returns the worse grade of the phase and of the trial as a whole. */
    private static Grade grade(Measured measured) {
        Grade whole = measured.trial().verdict().ofPhase("").grade();
        Grade ofPhase = measured.phase().verdict().grade();
        return ofPhase.compareTo(whole) > 0 ? ofPhase : whole;
    }

    /** Sums up the acknowledged messages over all subscriptions: first those lost, then other flaws. */
    private static Cell delivery(TrialRecord trial) {
        Delivery delivery = trial.delivery();
        boolean tellsLost = trial.course().drain().tellsLost();
        long lost = sum(delivery, SubscriptionDelivery::lost);
        long notKnown = sum(delivery, SubscriptionDelivery::notKnown);
        List<String> flaws = new ArrayList<>();
        if (lost > 0 || notKnown == 0) {
            flaws.add(Formats.count(lost) + (tellsLost ? " lost" : " missing"));
        }
        add(flaws, notKnown, "not known");
        add(flaws, sum(delivery, SubscriptionDelivery::undelivered), "undelivered");
        add(flaws, sum(delivery, SubscriptionDelivery::duplicated), "duplicated");
        add(flaws, sum(delivery, one -> trial.isOrdered(one.subscription()) ? one.outOfOrder() : 0), "out of order");
        add(flaws, sum(delivery, SubscriptionDelivery::corrupted), "corrupted");
        add(flaws, sum(delivery, SubscriptionDelivery::unexpected), "unexpected");
        add(flaws, sum(delivery, SubscriptionDelivery::redelivered), "redelivered");
        String note = tellsLost ? "messages were lost" : "messages are missing";
        return new Cell(String.join(", ", flaws), "", lost > 0 ? Cell.BAD : "", lost > 0 ? note : "", "");
    }

    private static void add(List<String> flaws, long count, String name) {
        if (count > 0) {
            flaws.add(Formats.count(count) + " " + name);
        }
    }

    private static long sum(Delivery delivery, ToLongFunction<SubscriptionDelivery> value) {
        return delivery.subscriptions().stream().mapToLong(value).sum();
    }

    private Row range(List<Measured> group) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of("Range (lowest – highest) of " + Formats.counted(group.size(), "trial")));
        cells.add(Cell.of(""));
        cells.add(Cell.of(""));
        for (LatencyStatistic statistic : shown) {
            List<Double> nanos = group.stream()
                    .flatMap(measured -> value(measured.phase(), statistic).stream())
                    .map(Reading::value)
                    .sorted()
                    .toList();
            cells.add(Cell.of(
                    nanos.isEmpty() ? "none" : unit.number(nanos.getFirst()) + " – " + unit.number(nanos.getLast())));
        }
        cells.add(Cell.of(""));
        cells.add(Cell.of(""));
        return Row.of(Weight.QUIET, cells);
    }

    private static Optional<Reading> value(PhaseAnalysis phase, LatencyStatistic statistic) {
        return phase.headline(Statistic.of(statistic));
    }

    /** Returns the name of a latency as the head of columns, such as {@code End-to-end}. */
    static String title(LatencyMetric metric) {
        return Character.toUpperCase(metric.title().charAt(0)) + metric.title().substring(1);
    }
}
