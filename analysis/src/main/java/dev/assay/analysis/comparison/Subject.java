package dev.assay.analysis.comparison;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.ComparedName;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds one side of a comparison: repeated measurements under one condition.
 *
 * @param name such as {@code SYSTEM 4.3.1}
 * @param condition what else distinguishes its trials from others, such as {@code workload.partitions = 6}; empty for nothing
 * @param trials those at a given rate
 * @param searches for the highest rate
 * @param searched a trial of each search, to describe it; as many as there are searches
 * @param missing trials that were planned and have no result
 * @param environment of its run
 */
record Subject(
        String name,
        String condition,
        List<TrialAnalysis> trials,
        List<CapacityRecord> searches,
        List<TrialRecord> searched,
        List<UnfinishedTrial> missing,
        Map<String, String> environment) {
    Subject {
        missing = List.copyOf(missing);
        trials = List.copyOf(trials);
        searches = List.copyOf(searches);
        searched = List.copyOf(searched);
    }

    List<TrialRecord> records() {
        List<TrialRecord> all =
                new ArrayList<>(trials.stream().map(TrialAnalysis::trial).toList());
        all.addAll(searched);
        return all;
    }

    /** Returns the names of the declared statistics and then of the usual ones, without those that occur before. */
    List<String> usual(List<LatencyStatistic> declared) {
        Set<String> all = new LinkedHashSet<>();
        if (!searches.isEmpty()) {
            all.add(ComparedName.CAPACITY);
        }
        all.addAll(names(declared));
        all.addAll(names(ComparisonRequest.USUAL));
        return List.copyOf(all);
    }

    /** Returns the names of statistics in the measured phases that they are of, with the phase where several are measured. */
    List<String> names(List<LatencyStatistic> statistics) {
        List<String> names = new ArrayList<>();
        List<String> phases = trials.stream()
                .flatMap(trial -> trial.measured().stream())
                .map(PhaseAnalysis::phase)
                .map(phase -> phase.name())
                .distinct()
                .toList();
        for (LatencyStatistic statistic : statistics) {
            for (String phase : phases) {
                if (statistic.phase().map(phase::equals).orElse(true)) {
                    Optional<String> named = phases.size() == 1 ? Optional.empty() : Optional.of(phase);
                    names.add(new LatencyStatistic(statistic.metric(), statistic.percent(), named).toString());
                }
            }
        }
        return names;
    }

    Map<Integer, Reading> readings(String name) {
        Statistic statistic = ComparisonRequest.statistic(name);
        TreeMap<Integer, Reading> readings = new TreeMap<>();
        if (statistic.equals(Statistic.CAPACITY)) {
            searches.forEach(search -> readings.merge(search.repetition(), Reading.of(search), Subject::twice));
            return readings;
        }
        Optional<String> phase = ComparedName.phase(name);
        missing.forEach(trial -> readings.merge(trial.block(), Reading.of(trial, statistic), Subject::twice));
        trials.forEach(trial ->
                readings.merge(trial.trial().identity().repetition(), trial.reading(statistic, phase), Subject::twice));
        return readings;
    }

    /** Leaves both readings out: which of them belongs to the other side of the block is not known. */
    private static Reading twice(Reading one, Reading other) {
        return Reading.without(one.source(), Outcome.LEFT_OUT, "measured twice in its block");
    }
}
