package dev.assay.analysis.comparison;

import dev.assay.analysis.DeclaredStatistics;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.metric.ComparedName;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds the values of runs under one condition, one after the other. No difference is asserted, because two runs do not show how
 * far runs differ by themselves.
 *
 * @param condition such as {@code workload.partitions = 6}; empty for the only one
 * @param runs at least one, in the order given
 * @param changes from each run to the next, one less than there are runs
 */
public record RunSeries(String condition, List<OfRun> runs, List<Pair> changes) {
    public RunSeries {
        runs = List.copyOf(runs);
        changes = List.copyOf(changes);
    }

    /**
     * @param startedAt ISO-8601 instant, as recorded
     * @param system empty where no trial finished
     * @param fingerprint of settings and machines; empty where no trial finished
     * @param values of the same statistics for all runs of the series
     */
    public record OfRun(
            String run, String startedAt, Optional<SystemIdentity> system, String fingerprint, List<Value> values) {
        public OfRun {
            values = List.copyOf(values);
        }
    }

    /**
     * Holds a statistic of one run, in nanoseconds, or in messages per second.
     *
     * @param counted its readings, those that count apart from the others
     * @param trials the number planned
     * @param leftOut reasons why trials do not count, those that failed included, with their numbers
     */
    public record Value(String statistic, Readings counted, int trials, SortedMap<String, Integer> leftOut) {
        public Value {
            leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
        }

        /** Returns the values to show: those that count, or those left out where none does. */
        public Readings shown() {
            return withoutWord() ? counted.withheld() : counted;
        }

        public boolean withoutWord() {
            return counted.n() == 0 && counted.withheld().n() > 0;
        }

        static Value of(String statistic, Collection<Reading> readings) {
            boolean search = statistic.equals(ComparedName.CAPACITY);
            List<Reading> counted = readings.stream()
                    .filter(reading -> reading.counts() && (search || !reading.lowerBound()))
                    .toList();
            List<Reading> uncounted = readings.stream()
                    .filter(reading -> !counted.contains(reading))
                    .toList();
            TreeMap<String, Integer> leftOut = new TreeMap<>();
            uncounted.forEach(
                    reading -> leftOut.merge(reading.counts() ? Reading.LOWER_BOUND : reading.why(), 1, Integer::sum));
            return new Value(
                    statistic,
                    new Readings(ComparisonRequest.statistic(statistic), counted, uncounted),
                    readings.size(),
                    leftOut);
        }
    }

    /**
     * Returns a series for each condition, in the order in which they first occur.
     *
     * @param statistics such as {@code response.p99}; none for the declared and the usual ones of any of the runs
     * @throws Uncomparable where a run is given twice
     */
    public static List<RunSeries> of(List<RunAnalysis> runs, List<String> statistics) {
        Comparison.requireDistinct(runs);
        Map<String, List<Measured>> byCondition = new LinkedHashMap<>();
        runs.forEach(run -> Subjects.of(run)
                .whole()
                .forEach(subject -> byCondition
                        .computeIfAbsent(subject.condition(), _ -> new ArrayList<>())
                        .add(new Measured(run.run(), subject))));
        List<RunSeries> series = new ArrayList<>();
        byCondition.forEach((condition, measured) -> {
            List<String> chosen = statistics.isEmpty() ? usual(measured) : statistics;
            ComparisonRequest request =
                    new ComparisonRequest(Optional.empty(), Optional.empty(), chosen, Difference.USUAL_THRESHOLD);
            List<Pair> changes = new ArrayList<>();
            for (int i = 1; i < measured.size(); i++) {
                changes.add(Comparison.pair(
                        List.of(measured.get(i - 1).subject()),
                        List.of(measured.get(i).subject()),
                        request));
            }
            series.add(new RunSeries(
                    condition, measured.stream().map(run -> run.values(chosen)).toList(), changes));
        });
        return series;
    }

    /** Returns the declared and the usual statistics of any of the subjects; where all trials failed, those that they might have had. */
    private static List<String> usual(List<Measured> measured) {
        List<LatencyStatistic> declared = DeclaredStatistics.of(measured.stream()
                .flatMap(run -> run.subject().records().stream())
                .toList());
        List<String> usual = measured.stream()
                .flatMap(run -> run.subject().usual(declared).stream())
                .distinct()
                .toList();
        return usual.isEmpty()
                ? ComparisonRequest.USUAL.stream()
                        .map(LatencyStatistic::toString)
                        .toList()
                : usual;
    }

    private record Measured(RunRecord run, Subject subject) {
        OfRun values(List<String> statistics) {
            Optional<TrialRecord> trial = subject.records().stream().findFirst();
            return new OfRun(
                    run.id(),
                    run.startedAt(),
                    trial.map(TrialRecord::system),
                    trial.map(of -> RunSide.key(run.scenario(), subject, of).fingerprint())
                            .orElse(""),
                    statistics.stream()
                            .map(statistic -> Value.of(
                                    statistic, subject.readings(statistic).values()))
                            .toList());
        }
    }
}
