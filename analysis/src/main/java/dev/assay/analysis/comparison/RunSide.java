package dev.assay.analysis.comparison;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.TrialRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Holds the runs of one side of a comparison: of the same points, with one fingerprint of settings and machines and one version
 * each.
 *
 * @param runs at least one, in the order given
 */
record RunSide(List<RunAnalysis> runs) {
    RunSide {
        runs = List.copyOf(runs);
    }

    static List<RunSide> of(List<RunAnalysis> runs) {
        List<List<RunAnalysis>> sides = new ArrayList<>();
        for (RunAnalysis run : runs) {
            sides.stream()
                    .filter(side -> alike(side.getFirst(), run))
                    .findFirst()
                    .ifPresentOrElse(side -> side.add(run), () -> sides.add(new ArrayList<>(List.of(run))));
        }
        return sides.stream().map(RunSide::new).toList();
    }

    /** Tells whether two runs have points in common, and the same fingerprint and version at each of these. */
    private static boolean alike(RunAnalysis one, RunAnalysis other) {
        Map<String, String> ofOne = points(one);
        Map<String, String> ofOther = points(other);
        ofOther.keySet().retainAll(ofOne.keySet());
        return !ofOther.isEmpty()
                && ofOther.entrySet().stream()
                        .allMatch(point -> Objects.equals(ofOne.get(point.getKey()), point.getValue()));
    }

    private static Map<String, String> points(RunAnalysis run) {
        Map<String, String> points = new HashMap<>();
        for (Subject subject : Subjects.of(run).whole()) {
            if (!subject.records().isEmpty()) {
                TrialRecord trial = subject.records().getFirst();
                points.put(
                        subject.condition(),
                        String.join(
                                " ",
                                key(run.run().scenario(), subject, trial).fingerprint(),
                                trial.system().system(),
                                trial.system().serverVersion(),
                                trial.system().client()));
            }
        }
        return points;
    }

    static SeriesKey key(String scenario, Subject subject, TrialRecord trial) {
        return subject.searches().isEmpty()
                ? SeriesKey.of(scenario, trial, subject.environment())
                : SeriesKey.of(
                        scenario,
                        subject.searches().getFirst(),
                        subject.searched().getFirst(),
                        subject.environment());
    }

    Map<String, List<Subject>> subjects() {
        Map<String, List<Subject>> byCondition = new LinkedHashMap<>();
        for (RunAnalysis run : runs) {
            Subjects.of(run)
                    .whole()
                    .forEach(subject -> byCondition
                            .computeIfAbsent(subject.condition(), _ -> new ArrayList<>())
                            .add(subject));
        }
        return byCondition;
    }

    /** Combines the subjects of several runs under one condition, to describe what was measured and which settings may shape it. */
    static Subject together(List<Subject> runs) {
        Subject first = runs.getFirst();
        return new Subject(
                runs.size() == 1 ? first.name() : first.name() + " and " + (runs.size() - 1) + " more",
                first.condition(),
                all(runs, Subject::trials),
                all(runs, Subject::searches),
                all(runs, Subject::searched),
                all(runs, Subject::missing),
                first.environment());
    }

    private static <T> List<T> all(List<Subject> runs, Function<Subject, List<T>> of) {
        return runs.stream().flatMap(run -> of.apply(run).stream()).toList();
    }

    /** Returns the readings of a statistic, one for each run or for each of their trials, numbered. */
    static Map<Integer, Reading> readings(List<Subject> runs, String statistic, Sampling sampling) {
        Stream<Reading> readings = sampling == Sampling.RUNS
                ? runs.stream()
                        .map(run -> reading(List.copyOf(run.readings(statistic).values()), statistic))
                : runs.stream().flatMap(run -> run.readings(statistic).values().stream());
        Map<Integer, Reading> numbered = new TreeMap<>();
        readings.forEach(reading -> numbered.put(numbered.size(), reading));
        return numbered;
    }

    /** Reduces a run to one reading: the typical value of its trials, of which those that failed are the worst. */
    private static Reading reading(List<Reading> trials, String statistic) {
        Source source = Source.of(ComparisonRequest.statistic(statistic));
        List<Interval> places =
                trials.stream().flatMap(trial -> trial.place(false).stream()).toList();
        if (!Comparability.enough(places.size(), trials.size())) {
            return leftOut(source, trials, places.size());
        }
        Interval typical = Readings.typicalOf(source.statistic(), places);
        if (typical.centre() == 0 || Double.isInfinite(typical.centre())) {
            return Reading.without(
                    source,
                    Outcome.FAILED,
                    trials.stream()
                            .filter(trial -> trial.outcome() == Outcome.FAILED)
                            .map(Reading::why)
                            .findFirst()
                            .orElse(""));
        }
        long settled = trials.stream()
                .filter(trial -> trial.counts() && trial.settled())
                .count();
        return new Reading(
                source,
                typical.centre(),
                typical.low(),
                typical.high(),
                places.size(),
                Quality.clear(),
                Outcome.VALUE,
                settled >= Interval.MIN_SETTLED * places.size(),
                "");
    }

    /** Returns the reading of a run of which too few trials count, with the typical value of all that have one. */
    private static Reading leftOut(Source source, List<Reading> trials, int counting) {
        List<Reading> withheld =
                trials.stream().filter(trial -> !trial.counts()).toList();
        boolean disturbed = counting == 0 && withheld.stream().allMatch(Reading::disturbed);
        String why = disturbed
                ? Comparability.DISTURBED
                : "only %d of %d trials of a run count".formatted(counting, trials.size());
        List<Interval> places =
                trials.stream().flatMap(trial -> trial.place(true).stream()).toList();
        if (places.isEmpty()) {
            return Reading.without(source, Outcome.LEFT_OUT, why);
        }
        Interval typical = Readings.typicalOf(source.statistic(), places);
        if (typical.centre() == 0 || Double.isInfinite(typical.centre())) {
            return Reading.without(source, Outcome.LEFT_OUT, why);
        }
        return new Reading(
                source,
                typical.centre(),
                typical.low(),
                typical.high(),
                places.size(),
                Quality.clear(),
                Outcome.LEFT_OUT,
                false,
                why);
    }
}
