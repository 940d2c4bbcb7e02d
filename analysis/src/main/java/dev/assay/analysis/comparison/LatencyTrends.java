package dev.assay.analysis.comparison;

import dev.assay.analysis.DeclaredStatistics;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.LatencyTrend.Line;
import dev.assay.analysis.comparison.LatencyTrend.Point;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.spec.KeyNames;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class LatencyTrends {
    /** Excludes rates, which have their own chart of latency against load, and versions, which may look like numbers. */
    private static final Set<String> NONE = Set.of("rate", "version", "client-version");

    private static final double NANOS_PER_MILLI = 1e6;

    /** Is of slow messages; a p99.9 has too few samples in short trials. */
    private static final LatencyStatistic USUAL = LatencyStatistic.parse("response.p99");

    private LatencyTrends() {}

    private record Key(String system, String condition, String level) {}

    /**
     * Returns the trends of a run, dimension by dimension, in the order in which they were measured, without those that have a single
     * value.
     */
    public static List<LatencyTrend> of(RunAnalysis run) {
        Set<String> ofSearches = run.run().capacities().stream()
                .flatMap(search -> search.trials().stream())
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        List<TrialAnalysis> trials = run.trials().stream()
                .filter(trial -> !ofSearches.contains(trial.trial().folder()))
                .toList();
        List<LatencyStatistic> statistics = statistics(run);
        return dimensions(trials).stream()
                .flatMap(dimension -> of(dimension, trials, statistics).stream())
                .toList();
    }

    /** Returns p50, for a typical message, and the first declared statistic of the same latency. */
    private static List<LatencyStatistic> statistics(RunAnalysis run) {
        LatencyStatistic first = DeclaredStatistics.before(List.of(USUAL), run).getFirst();
        LatencyStatistic typical = new LatencyStatistic(first.metric(), OptionalDouble.of(50), Optional.empty());
        LatencyStatistic slow =
                first.equals(typical) ? new LatencyStatistic(first.metric(), USUAL.percent(), Optional.empty()) : first;
        return List.of(typical, slow);
    }

    private static List<String> dimensions(List<TrialAnalysis> trials) {
        Map<String, Set<String>> values = new TreeMap<>();
        trials.forEach(trial -> trial.trial()
                .identity()
                .dimensions()
                .forEach((key, value) ->
                        values.computeIfAbsent(key, _ -> new HashSet<>()).add(value)));
        return values.entrySet().stream()
                .filter(entry -> !NONE.contains(KeyNames.alone(entry.getKey())))
                .filter(entry -> entry.getValue().size() > 1)
                .filter(entry -> entry.getValue().stream()
                        .allMatch(value -> number(value).isPresent()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<LatencyTrend> of(
            String dimension, List<TrialAnalysis> trials, List<LatencyStatistic> statistics) {
        Map<Key, List<TrialAnalysis>> groups = trials.stream()
                .filter(trial -> trial.trial().identity().dimensions().containsKey(dimension))
                .collect(
                        Collectors.groupingBy(trial -> key(dimension, trial), LinkedHashMap::new, Collectors.toList()));
        List<LatencyTrend> trends = new ArrayList<>();
        groups.forEach((key, group) -> {
            List<String> phases = group.stream()
                    .flatMap(trial -> trial.measured().stream())
                    .map(PhaseAnalysis::phase)
                    .map(phase -> phase.name())
                    .distinct()
                    .toList();
            if (values(dimension, group) > 1) {
                phases.forEach(
                        phase -> trends.add(trend(dimension, key, phases.size() > 1 ? phase : "", group, statistics)));
            }
        });
        return trends;
    }

    private static long values(String dimension, List<TrialAnalysis> group) {
        return group.stream()
                .map(trial -> trial.trial().identity().dimensions().getOrDefault(dimension, ""))
                .distinct()
                .count();
    }

    private static Key key(String dimension, TrialAnalysis trial) {
        Map<String, String> dimensions = new TreeMap<>(trial.trial().identity().dimensions());
        KeyNames names = KeyNames.of(dimensions.keySet());
        String condition = dimensions.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(dimension))
                .map(entry -> names.name(entry.getKey()) + " " + KeyNames.value(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        return new Key(
                trial.trial().system().system(),
                condition,
                trial.trial().durability().label());
    }

    private static LatencyTrend trend(
            String dimension, Key key, String phase, List<TrialAnalysis> group, List<LatencyStatistic> statistics) {
        Map<Integer, Set<String>> why = new LinkedHashMap<>();
        List<Line> lines = new ArrayList<>();
        for (LatencyStatistic shown : statistics) {
            LatencyStatistic statistic = new LatencyStatistic(
                    shown.metric(), shown.percent(), Optional.of(phase).filter(name -> !name.isEmpty()));
            Map<String, List<Reading>> counted = new LinkedHashMap<>();
            for (TrialAnalysis trial : group) {
                Reading reading = trial.reading(statistic);
                String value = trial.trial().identity().dimensions().getOrDefault(dimension, "");
                if (reading.counts()) {
                    counted.computeIfAbsent(value, _ -> new ArrayList<>()).add(reading);
                } else {
                    why.computeIfAbsent(trial.trial().identity().number(), _ -> new TreeSet<>())
                            .add(reading.why());
                }
            }
            lines.add(new Line(statistic.toString(), points(Statistic.of(statistic), counted)));
        }
        TreeMap<String, Integer> leftOut = new TreeMap<>();
        why.values().forEach(reasons -> reasons.forEach(reason -> leftOut.merge(reason, 1, Integer::sum)));
        String condition = Stream.of(key.condition(), phase.isEmpty() ? "" : "phase " + phase)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return new LatencyTrend(dimension, key.system(), condition, key.level(), lines, leftOut);
    }

    private static List<Point> points(Statistic statistic, Map<String, List<Reading>> counted) {
        return counted.entrySet().stream()
                .map(entry -> new Point(
                        number(entry.getKey()).orElseThrow(), entry.getKey(), Readings.of(statistic, entry.getValue())))
                .sorted(Comparator.comparingDouble(Point::value))
                .toList();
    }

    /** Reads a plain number, a size in bytes or a duration in milliseconds; empty for anything else. */
    static OptionalDouble number(String text) {
        if (text.matches("-?\\d{1,15}(\\.\\d{1,9})?")) {
            return OptionalDouble.of(Double.parseDouble(text));
        }
        try {
            return OptionalDouble.of((double) ByteSize.parse(text).bytes());
        } catch (IllegalArgumentException _) {
            try {
                return OptionalDouble.of((double) DurationText.parse(text).toNanos() / NANOS_PER_MILLI);
            } catch (IllegalArgumentException _) {
                return OptionalDouble.empty();
            }
        }
    }
}
