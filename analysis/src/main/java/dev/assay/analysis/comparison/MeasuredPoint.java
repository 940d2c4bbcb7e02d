package dev.assay.analysis.comparison;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run measured at one point, as its card tells it. A trial counts as it does in a comparison; of what is INVALID there are no rows.
 *
 * @param rows of its trials and searches, also those that do not count, and how many of its trials are VALID
 */
public record MeasuredPoint(List<Reading> rows) {
    /** How many of a hundred trials, those that failed included, are VALID: what no median of those that count shows. */
    public static final Statistic VALID = Statistic.of("valid", Statistic.Unit.PER_CENT);

    private static final List<Statistic> OF_PHASES = List.of(
            Statistic.ACHIEVED,
            Statistic.quantile(LatencyMetric.RESPONSE, 50),
            Statistic.quantile(LatencyMetric.RESPONSE, 99),
            Statistic.quantile(LatencyMetric.END_TO_END, 99));
    private static final double PER_CENT = 100;

    public MeasuredPoint {
        rows = List.copyOf(rows);
    }

    /** What a run measured, by what has to be the same for values of two runs to be compared. */
    public static Map<SeriesKey, MeasuredPoint> of(RunAnalysis run) {
        RunRecord record = run.run();
        Map<String, TrialAnalysis> trials = new LinkedHashMap<>();
        run.trials().forEach(trial -> trials.put(trial.trial().folder(), trial));
        Set<String> probes = record.capacities().stream()
                .flatMap(search -> search.trials().stream())
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        Map<SeriesKey, Builder> points = new LinkedHashMap<>();
        trials.forEach((folder, trial) -> {
            if (!probes.contains(folder)) {
                SeriesKey key = SeriesKey.of(record.scenario(), trial.trial(), record.environment());
                points.computeIfAbsent(key, _ -> new Builder()).add(trial);
            }
        });
        addFailed(points, run);
        for (CapacityRecord search : record.capacities()) {
            // A search of which no trial was finished has found nothing.
            search.trials().stream()
                    .flatMap(tried -> Optional.ofNullable(trials.get(tried.folder())).stream())
                    .findFirst()
                    .map(first -> SeriesKey.of(record.scenario(), search, first.trial(), record.environment()))
                    .ifPresent(key ->
                            points.computeIfAbsent(key, _ -> new Builder()).add(search));
        }
        Map<SeriesKey, MeasuredPoint> built = new LinkedHashMap<>();
        points.forEach((key, point) -> built.put(key, point.build()));
        return built;
    }

    /** Trials that failed belong to the point of those of the same label. */
    private static void addFailed(Map<SeriesKey, Builder> points, RunAnalysis run) {
        Map<String, TrialRecord> sameLabel = new HashMap<>();
        run.trials().forEach(trial -> sameLabel.put(trial.trial().identity().label(), trial.trial()));
        run.missing().stream()
                .filter(UnfinishedTrial::failed)
                .flatMap(trial -> Optional.ofNullable(sameLabel.get(trial.label())).stream())
                .map(same -> SeriesKey.of(run.run().scenario(), same, run.run().environment()))
                .flatMap(key -> Optional.ofNullable(points.get(key)).stream())
                .forEach(point -> point.trials++);
    }

    /** The name of a statistic of a phase where there may be several of them. */
    public static String name(Statistic statistic, String phase, boolean several) {
        return several && !phase.isEmpty() ? statistic + " in " + phase : statistic.name();
    }

    private String name(Reading row) {
        boolean several = rows.stream()
                        .map(one -> one.source().phase())
                        .filter(phase -> !phase.isEmpty())
                        .distinct()
                        .count()
                > 1;
        return name(row.statistic(), row.source().phase(), several);
    }

    /** What counts of each statistic, by its name, in their order; none without any. */
    public Map<String, Readings> figures() {
        Map<String, List<Reading>> named = new LinkedHashMap<>();
        rows.forEach(
                row -> named.computeIfAbsent(name(row), _ -> new ArrayList<>()).add(row));
        Map<String, Readings> figures = new LinkedHashMap<>();
        named.forEach((name, all) -> {
            if (all.stream().anyMatch(Reading::counts)) {
                figures.put(name, Readings.of(all.getFirst().statistic(), all));
            }
        });
        return figures;
    }

    /** Why others do not count, and how many. What keeps all values of a trial from being counted is told once. */
    public SortedMap<String, Integer> leftOut() {
        Map<String, List<Reading>> byTrial = new LinkedHashMap<>();
        for (Reading row : rows) {
            String trial = row.source().trial();
            byTrial.computeIfAbsent(
                            trial.isEmpty() ? name(row) + " " + row.source().block() : trial, _ -> new ArrayList<>())
                    .add(row);
        }
        TreeMap<String, Integer> reasons = new TreeMap<>();
        for (List<Reading> trial : byTrial.values()) {
            Set<String> why = trial.stream().map(Reading::why).collect(Collectors.toCollection(HashSet::new));
            boolean whole =
                    why.size() == 1 && !trial.getFirst().source().trial().isEmpty();
            if (whole && !why.contains("")) {
                reasons.merge(why.iterator().next(), 1, Integer::sum);
            } else {
                trial.stream()
                        .filter(row -> !row.counts())
                        .forEach(row -> reasons.merge(name(row) + " " + row.why(), 1, Integer::sum));
            }
        }
        return reasons;
    }

    private static final class Builder {
        private final List<Reading> rows = new ArrayList<>();
        private int trials;
        private int valid;

        void add(TrialAnalysis trial) {
            Grade grade = trial.verdict().grade();
            trials++;
            valid += grade == Grade.VALID ? 1 : 0;
            if (grade == Grade.INVALID) {
                return;
            }
            for (PhaseAnalysis phase : trial.measured()) {
                for (Statistic statistic : OF_PHASES) {
                    phase.headline(statistic)
                            .map(row -> row.counts() && row.lowerBound()
                                    ? row.withheld(Outcome.LEFT_OUT, Reading.LOWER_BOUND)
                                    : row)
                            .ifPresent(rows::add);
                }
            }
        }

        void add(CapacityRecord search) {
            rows.add(Reading.of(search));
        }

        MeasuredPoint build() {
            List<Reading> all = new ArrayList<>(rows);
            if (trials > 0) {
                all.add(Reading.exact(Source.of(VALID), PER_CENT * valid / trials, trials));
            }
            return new MeasuredPoint(all);
        }
    }
}
