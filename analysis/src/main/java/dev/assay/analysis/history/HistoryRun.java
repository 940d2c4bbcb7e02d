package dev.assay.analysis.history;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.Verdict.Grade;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A run in a history; all else of it is forgotten, so that a history may be of many.
 *
 * @param systems with their versions, such as {@code SYSTEM 4.3.1}
 * @param verdicts of all trials but those of searches
 * @param failed how many trials did not finish for a reason of their own
 * @param probes how many trials belong to searches; their verdicts are what is searched for
 * @param points what it adds to each series
 */
public record HistoryRun(
        String id,
        String scenario,
        Instant startedAt,
        List<String> systems,
        SortedMap<Grade, Integer> verdicts,
        int failed,
        int probes,
        Map<SeriesKey, HistoryPoint> points) {
    public HistoryRun {
        systems = List.copyOf(systems);
        verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
        points = Collections.unmodifiableMap(new LinkedHashMap<>(points));
    }

    /**
     * What is kept of a run.
     *
     * @throws IllegalArgumentException when it does not say when it was started
     */
    public static HistoryRun of(RunAnalysis run) {
        RunRecord record = run.run();
        Map<String, TrialAnalysis> trials = new LinkedHashMap<>();
        run.trials().forEach(trial -> trials.put(trial.trial().folder(), trial));
        Set<String> probes = record.capacities().stream()
                .flatMap(search -> search.trials().stream())
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        TreeMap<Grade, Integer> verdicts = new TreeMap<>();
        Map<SeriesKey, PointBuilder> points = new LinkedHashMap<>();
        trials.forEach((folder, trial) -> {
            if (!probes.contains(folder)) {
                verdicts.merge(trial.verdict().grade(), 1, Integer::sum);
                SeriesKey key = SeriesKey.of(record.scenario(), trial.trial(), record.environment());
                point(points, record, trial, key).add(trial);
            }
        });
        int failed = addFailed(points, run);
        record.capacities().forEach(search -> add(points, record, trials, search));
        Instant startedAt = startedAt(record);
        Map<SeriesKey, HistoryPoint> built = new LinkedHashMap<>();
        points.forEach((key, point) -> built.put(key, point.build(record.id(), startedAt)));
        return new HistoryRun(
                record.id(),
                record.scenario(),
                startedAt,
                systems(run),
                verdicts,
                failed,
                (int) trials.keySet().stream().filter(probes::contains).count(),
                built);
    }

    /** Trials that failed belong to the series of those of the same point. */
    private static int addFailed(Map<SeriesKey, PointBuilder> points, RunAnalysis run) {
        Map<String, TrialRecord> sameLabel = new HashMap<>();
        run.trials().forEach(trial -> sameLabel.put(trial.trial().label(), trial.trial()));
        int failed = 0;
        for (UnfinishedTrial trial : run.missing()) {
            if (trial.failed()) {
                failed++;
                Optional.ofNullable(sameLabel.get(trial.label()))
                        .map(same -> SeriesKey.of(
                                run.run().scenario(), same, run.run().environment()))
                        .flatMap(key -> Optional.ofNullable(points.get(key)))
                        .ifPresent(PointBuilder::addFailed);
            }
        }
        return failed;
    }

    /** A search of which no trial was finished has found nothing. */
    private static void add(
            Map<SeriesKey, PointBuilder> points,
            RunRecord run,
            Map<String, TrialAnalysis> trials,
            CapacityRecord search) {
        search.trials().stream()
                .flatMap(tried -> Optional.ofNullable(trials.get(tried.folder())).stream())
                .findFirst()
                .ifPresent(first -> {
                    SeriesKey key = SeriesKey.of(run.scenario(), search, first.trial(), run.environment());
                    point(points, run, first, key).add(search);
                });
    }

    private static PointBuilder point(
            Map<SeriesKey, PointBuilder> points, RunRecord run, TrialAnalysis trial, SeriesKey key) {
        return points.computeIfAbsent(
                key, _ -> new PointBuilder(run, trial.trial().system()));
    }

    private static List<String> systems(RunAnalysis run) {
        return run.trials().stream()
                .map(trial -> trial.trial().system())
                .map(system -> system.system() + " " + system.serverVersion())
                .distinct()
                .toList();
    }

    private static Instant startedAt(RunRecord run) {
        try {
            return Instant.parse(run.startedAt());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "run.json says that the run started at '" + run.startedAt() + "', which is not an ISO-8601 instant",
                    e);
        }
    }
}
