package dev.assay.analysis.comparison;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.Interval;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run measured at one point, as its card tells it. A trial counts as it does in a comparison; what is INVALID has no values.
 *
 * @param trials how many it has, those that failed included and those of searches not
 * @param valid how many of them are VALID
 * @param samples the trials and searches of which a value counts
 * @param missing values of trials that are not INVALID, and of searches, that do not count, with the reason, and how many
 */
public record MeasuredPoint(int trials, int valid, List<Sample> samples, SortedMap<String, Integer> missing) {
    /** How many of a hundred trials are VALID: what no median of those that count shows. */
    public static final String VALID = "valid";

    private static final String THROUGHPUT = "throughput";
    private static final String LOWER_BOUND = "only a lower bound";
    private static final List<String> LATENCIES = List.of("response.p50", "response.p99", "end-to-end.p99");
    private static final double PER_CENT = 100;

    /**
     * What one trial has given, or one search for capacity.
     *
     * @param values latencies in nanoseconds, rates in messages per second; those that do not count are missing
     * @param missedPerSecond the lowest rate that a search missed; empty for a trial
     */
    record Sample(Map<String, Double> values, Optional<Double> missedPerSecond) {
        Sample {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    public MeasuredPoint {
        samples = List.copyOf(samples);
        missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
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
        run.trials().forEach(trial -> sameLabel.put(trial.trial().label(), trial.trial()));
        run.missing().stream()
                .filter(UnfinishedTrial::failed)
                .flatMap(trial -> Optional.ofNullable(sameLabel.get(trial.label())).stream())
                .map(same -> SeriesKey.of(run.run().scenario(), same, run.run().environment()))
                .flatMap(key -> Optional.ofNullable(points.get(key)).stream())
                .forEach(point -> point.trials++);
    }

    /** The name of the rate at which messages of a phase were acknowledged. */
    public static String throughput(Phase phase, boolean several) {
        return THROUGHPUT + in(phase, several);
    }

    private static String in(Phase phase, boolean several) {
        return several ? " in " + phase.name() : "";
    }

    /** The unit of a statistic: {@code ns}, {@code messages/s} or {@code %}. */
    public static String unit(String statistic) {
        return statistic.equals(VALID)
                ? "%"
                : statistic.startsWith(THROUGHPUT) || statistic.equals(ComparisonRequest.CAPACITY)
                        ? "messages/s"
                        : "ns";
    }

    /** Those that any of its samples has, then the fraction of VALID trials. */
    public List<String> statistics() {
        return Stream.concat(
                        samples.stream().flatMap(sample -> sample.values().keySet().stream()),
                        trials > 0 ? Stream.of(VALID) : Stream.empty())
                .distinct()
                .toList();
    }

    /** One value of each sample that has the value; a fraction is one of the run. */
    public List<Double> values(String statistic) {
        if (statistic.equals(VALID)) {
            return trials > 0 ? List.of(PER_CENT * valid / trials) : List.of();
        }
        return samples.stream()
                .flatMap(sample -> Optional.ofNullable(sample.values().get(statistic)).stream())
                .toList();
    }

    /** How many values or trials stand behind it. */
    public int n(String statistic) {
        return statistic.equals(VALID) ? trials : values(statistic).size();
    }

    /** What stands for its values, as in comparisons; empty without any. */
    public OptionalDouble typical(String statistic) {
        return ComparedStatistic.typical(statistic, values(statistic));
    }

    /** Where the typical value lies; empty where too few values count, and for the fraction of VALID trials, which is counted and not sampled. */
    public Optional<Interval> interval(String statistic) {
        if (!statistic.equals(ComparisonRequest.CAPACITY)) {
            return statistic.equals(VALID) ? Optional.empty() : Interval.ofRatios(values(statistic));
        }
        List<Interval> ranges = new ArrayList<>();
        for (Sample sample : samples) {
            Double confirmed = sample.values().get(statistic);
            if (confirmed != null) {
                ranges.add(new Interval(
                        confirmed, confirmed, sample.missedPerSecond().orElse(Double.POSITIVE_INFINITY)));
            }
        }
        return Interval.ofRanges(ranges);
    }

    private static final class Builder {
        private final List<Sample> samples = new ArrayList<>();
        private final TreeMap<String, Integer> missing = new TreeMap<>();
        private int trials;
        private int valid;

        void add(TrialAnalysis trial) {
            Grade grade = trial.verdict().grade();
            trials++;
            valid += grade == Grade.VALID ? 1 : 0;
            if (grade == Grade.INVALID) {
                return;
            }
            Map<String, Double> values = new LinkedHashMap<>();
            Map<String, String> why = new LinkedHashMap<>();
            boolean several = trial.measured().size() > 1;
            for (PhaseAnalysis phase : trial.measured()) {
                Optional<String> name = Optional.of(phase.phase().name());
                add(throughput(phase.phase(), several), Reading.achieved(trial, name), values, why);
                for (String latency : LATENCIES) {
                    String statistic = latency + in(phase.phase(), several);
                    LatencyStatistic parsed = LatencyStatistic.parse(statistic);
                    if (phase.headline(parsed.metric()).isPresent()) {
                        add(statistic, Reading.of(trial, parsed), values, why);
                    }
                }
            }
            if (!values.isEmpty()) {
                samples.add(new Sample(values, Optional.empty()));
            }
            leaveOut(why, values.isEmpty());
        }

        void add(CapacityRecord search) {
            Map<String, Double> values = new LinkedHashMap<>();
            Map<String, String> why = new LinkedHashMap<>();
            add(ComparisonRequest.CAPACITY, Reading.of(search), values, why);
            if (!values.isEmpty()) {
                samples.add(new Sample(values, search.upperPerSecond()));
            }
            leaveOut(why, false);
        }

        private static void add(
                String statistic, Reading reading, Map<String, Double> values, Map<String, String> why) {
            if (reading.value().isPresent() && !reading.lowerBound()) {
                values.put(statistic, reading.value().getAsDouble());
            } else {
                why.put(statistic, reading.lowerBound() ? LOWER_BOUND : reading.why());
            }
        }

        /** What keeps all values of a trial from being counted is told once. */
        private void leaveOut(Map<String, String> why, boolean all) {
            Set<String> reasons = new HashSet<>(why.values());
            if (all && reasons.size() == 1) {
                missing.merge(reasons.iterator().next(), 1, Integer::sum);
            } else {
                why.forEach((statistic, reason) -> missing.merge(statistic + " " + reason, 1, Integer::sum));
            }
        }

        MeasuredPoint build() {
            return new MeasuredPoint(trials, valid, samples, missing);
        }
    }
}
