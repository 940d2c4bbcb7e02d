package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.chart.Comparison;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import dev.assay.report.figure.SystemText;
import dev.assay.report.figure.TrialNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * All trials of a run next to each other, phase by phase, repetitions of the same thing together. Percentiles are listed and their range
 * is given; they are never averaged.
 *
 * @param levels the durability levels that the figures stand for, strongest first, with what each means
 * @param deviations the levels that are not, or not for certain, the ones asked for
 */
public record Overview(
        LatencyUnit unit, SortedMap<String, String> levels, List<Deviation> deviations, List<Group> groups) {
    /** The figures of the table: a column each. */
    public static final List<Column> COLUMNS = List.of(
            new Column(LatencyMetric.RESPONSE, 50),
            new Column(LatencyMetric.RESPONSE, 99),
            new Column(LatencyMetric.RESPONSE, 99.9),
            new Column(LatencyMetric.END_TO_END, 50),
            new Column(LatencyMetric.END_TO_END, 99),
            new Column(LatencyMetric.END_TO_END, 99.9));

    /** One percentile of one latency. */
    public record Column(LatencyMetric metric, double percent) {}

    /** A level that is not, or not for certain, the one asked for, and the names of the trials that it is of. */
    public record Deviation(DurabilityStatement durability, String trials) {}

    /** Repetitions of the same thing. */
    public record Group(List<Row> rows, List<String> ranges) {
        /** Whether there is more than one, so that a range says something. */
        public boolean repeated() {
            return rows.size() > 1;
        }
    }

    /**
     * One measured phase of a trial.
     *
     * @param name of the trial, with its number
     */
    public record Row(String name, TrialAnalysis analysis, PhaseAnalysis phase, List<FigureCell> cells) {
        /** The name of the trial, and of the phase where there are several. */
        public String label() {
            return name
                    + (analysis.measured().size() < 2
                            ? ""
                            : " · " + phase.phase().name());
        }

        /** System and version. */
        public String system() {
            return SystemText.name(analysis.trial().system());
        }

        /** The worse of what is said of the phase and of the trial as a whole. */
        public Grade grade() {
            Grade whole = analysis.verdict().ofPhase("").grade();
            Grade own = phase.verdict().grade();
            return own.compareTo(whole) > 0 ? own : whole;
        }

        /** Acknowledged messages that one subscription or more never received. */
        public long lost() {
            return analysis.trial().delivery().subscriptions().stream()
                    .mapToLong(SubscriptionDelivery::lost)
                    .sum();
        }

        /** What became of the acknowledged messages, over all subscriptions: what was lost, then whatever else was not right. */
        public String delivery() {
            List<String> flaws = new ArrayList<>(List.of(Formats.count(lost()) + " lost"));
            addFlaw(flaws, SubscriptionDelivery::undelivered, "undelivered");
            addFlaw(flaws, SubscriptionDelivery::duplicated, "duplicated");
            addFlaw(flaws, SubscriptionDelivery::outOfOrder, "out of order");
            addFlaw(flaws, SubscriptionDelivery::corrupted, "corrupted");
            addFlaw(flaws, SubscriptionDelivery::unexpected, "unexpected");
            return String.join(", ", flaws);
        }

        private void addFlaw(List<String> flaws, ToLongFunction<SubscriptionDelivery> figure, String name) {
            long count = analysis.trial().delivery().subscriptions().stream()
                    .mapToLong(figure)
                    .sum();
            if (count > 0) {
                flaws.add(Formats.count(count) + " " + name);
            }
        }

        /** Samples of the response time. */
        public long samples() {
            return phase.latency(LatencyMetric.RESPONSE)
                    .map(LatencySummary::samples)
                    .orElse(0L);
        }
    }

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
                    trial.dimensions(),
                    trial.offeredPerSecond(),
                    trial.messageBytes(),
                    phase.phase().name());
        }
    }

    /** The overview of these trials; groups in the order in which they first occur. */
    public static Overview of(List<TrialAnalysis> trials, TrialNames names) {
        LatencyUnit unit = LatencyUnit.of(trials.stream()
                .flatMap(trial -> trial.measured().stream())
                .flatMap(phase -> quantile(phase, new Column(LatencyMetric.RESPONSE, 99)).stream())
                .mapToLong(Quantile::nanos)
                .max()
                .orElse(0));
        Map<Sameness, List<Row>> same = new LinkedHashMap<>();
        trials.forEach(trial -> trial.measured()
                .forEach(phase -> same.computeIfAbsent(Sameness.of(trial.trial(), phase), key -> new ArrayList<>())
                        .add(row(names.of(trial.trial()), trial, phase, unit))));
        TreeMap<String, String> levels = new TreeMap<>();
        trials.stream()
                .map(trial -> trial.trial().durability())
                .forEach(durability -> levels.put(durability.namedLabel(), durability.meaning()));
        return new Overview(
                unit,
                Collections.unmodifiableSortedMap(levels),
                deviations(trials, names),
                same.values().stream().map(group -> group(group, unit)).toList());
    }

    private static List<Deviation> deviations(List<TrialAnalysis> trials, TrialNames names) {
        Map<DurabilityStatement, Set<String>> labels = new LinkedHashMap<>();
        trials.stream()
                .filter(trial -> !trial.trial().durability().reasons().isEmpty())
                .forEach(trial -> labels.computeIfAbsent(trial.trial().durability(), key -> new LinkedHashSet<>())
                        .add(names.group(trial.trial()).isEmpty() ? "all blocks" : names.group(trial.trial())));
        return labels.entrySet().stream()
                .map(entry -> new Deviation(entry.getKey(), String.join(", ", entry.getValue())))
                .toList();
    }

    /** What is compared of each group. */
    List<List<Comparison.Entry>> entries() {
        return groups.stream()
                .map(group -> group.rows().stream()
                        .map(row -> new Comparison.Entry(
                                TrialSection.anchor(row.analysis().trial()),
                                row.label(),
                                row.analysis().trial().durability().label(),
                                row.phase()))
                        .toList())
                .toList();
    }

    /** Whether trials promise different things when they acknowledge, so that ranking them would mislead. */
    public boolean mixesLevels() {
        return levels.size() > 1;
    }

    /** Whether something that a level asks for is missing in a trial. */
    public boolean weakened() {
        return deviations.stream().anyMatch(deviation -> deviation.durability().weakened());
    }

    /** What the marks of its figures mean. */
    public List<String> legend() {
        return FigureNotes.of(groups.stream()
                        .flatMap(group -> group.rows().stream())
                        .flatMap(row -> row.cells().stream().map(cell -> new FigureNotes.Marked("", "", cell)))
                        .toList())
                .legend();
    }

    private static Row row(String name, TrialAnalysis trial, PhaseAnalysis phase, LatencyUnit unit) {
        return new Row(
                name,
                trial,
                phase,
                COLUMNS.stream().map(column -> cell(phase, column, unit)).toList());
    }

    private static Group group(List<Row> rows, LatencyUnit unit) {
        return new Group(
                rows,
                COLUMNS.stream()
                        .map(column -> range(rows.stream().map(Row::phase).toList(), column, unit))
                        .toList());
    }

    private static FigureCell cell(PhaseAnalysis phase, Column column, LatencyUnit unit) {
        return quantile(phase, column).stream()
                .map(quantile ->
                        FigureCell.of(unit.number(quantile.nanos()), (double) quantile.nanos(), quantile.quality()))
                .findFirst()
                .orElse(FigureCell.plain("none"));
    }

    private static String range(List<PhaseAnalysis> phases, Column column, LatencyUnit unit) {
        List<Long> values = phases.stream()
                .flatMap(phase -> quantile(phase, column).stream())
                .map(Quantile::nanos)
                .sorted()
                .toList();
        return values.isEmpty() ? "none" : unit.number(values.getFirst()) + " – " + unit.number(values.getLast());
    }

    private static List<Quantile> quantile(PhaseAnalysis phase, Column column) {
        return phase.headline(column.metric()).stream()
                .flatMap(summary -> summary.quantiles().stream())
                .filter(quantile -> quantile.percent() == column.percent())
                .toList();
    }
}
