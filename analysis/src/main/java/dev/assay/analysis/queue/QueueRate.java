package dev.assay.analysis.queue;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.Interval;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.KeyNames;
import dev.assay.model.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds how fast a queue of one system was read by different numbers of consumers, while everything else stayed.
 *
 * @param condition what else distinguishes its trials from others, such as another dimension or the phase; empty for nothing
 * @param group name of the consumer group
 * @param processing how long a consumer works on each message
 * @param topics each of which has so many consumers
 * @param partitions of each topic
 * @param points by rising number of consumers, at least two
 * @param leftOut reasons why trials do not count, with their numbers
 */
public record QueueRate(
        String system,
        String condition,
        String group,
        Duration processing,
        int topics,
        int partitions,
        List<Point> points,
        SortedMap<String, Integer> leftOut) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * @param consumers of each topic and subscription
     * @param perSecond messages that a subscription received per second in each trial that counts, by the clock
     */
    public record Point(int consumers, Readings perSecond) {
        public Point {
            if (perSecond.n() == 0) {
                throw new IllegalArgumentException("a point needs at least one trial, but perSecond is empty");
            }
        }

        /** Returns the typical rate: the middle of the interval where there is one, otherwise the median. */
        public double centre() {
            return interval().map(Interval::centre).orElseGet(perSecond.typical()::orElseThrow);
        }

        /** Returns the interval of the typical rate over trials; empty below three. */
        public Optional<Interval> interval() {
            return perSecond.interval();
        }
    }

    public QueueRate {
        points = List.copyOf(points);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    }

    private record Key(
            String system, String condition, String group, Duration processing, int topics, int partitions) {}

    private static final class Gathered {
        private final Map<Integer, List<Reading>> byConsumers = new TreeMap<>();
        private final SortedMap<String, Integer> leftOut = new TreeMap<>();
    }

    /**
     * Returns the queues of a run, in the order in which they were measured, without those that always had the same number of
     * consumers.
     */
    public static List<QueueRate> of(RunAnalysis run) {
        Set<String> ofSearches = run.run().capacities().stream()
                .flatMap(search -> search.trials().stream())
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        Map<Key, Gathered> byKey = new LinkedHashMap<>();
        for (TrialAnalysis trial : run.trials()) {
            if (!ofSearches.contains(trial.trial().folder())) {
                take(trial, byKey);
            }
        }
        List<QueueRate> rates = new ArrayList<>();
        byKey.forEach((key, gathered) -> {
            if (gathered.byConsumers.size() > 1) {
                rates.add(rate(key, gathered));
            }
        });
        return rates;
    }

    private static void take(TrialAnalysis trial, Map<Key, Gathered> byKey) {
        Workload workload = trial.trial().plan().workload();
        workload.allGroups().forEach((name, group) -> {
            if (group.queue()) {
                for (PhaseAnalysis phase : trial.measured()) {
                    take(trial, phase, name, group, byKey);
                }
            }
        });
    }

    private static void take(
            TrialAnalysis trial, PhaseAnalysis phase, String name, GroupSpec group, Map<Key, Gathered> byKey) {
        List<Reading> rows = phase.groups().stream()
                .filter(subscription -> subscription.subscription().group().equals(name))
                .flatMap(subscription -> phase.row(Statistic.RECEIVED, subscription.name()).stream())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        Workload workload = trial.trial().plan().workload();
        Key key = new Key(
                trial.trial().system().system(),
                condition(trial, phase, name),
                name,
                group.processing(),
                workload.topics(),
                workload.partitions());
        Gathered gathered = byKey.computeIfAbsent(key, _ -> new Gathered());
        Reading each = each(trial, phase, group, rows);
        if (each.counts()) {
            gathered.byConsumers
                    .computeIfAbsent(group.consumers(), _ -> new ArrayList<>())
                    .add(each);
        } else {
            gathered.leftOut.merge(each.why(), 1, Integer::sum);
        }
    }

    /** Returns the mean that a subscription received; where one of several received nothing, it counts as 0. */
    private static Reading each(TrialAnalysis trial, PhaseAnalysis phase, GroupSpec group, List<Reading> rows) {
        Reading mean = Reading.exact(
                Source.of(trial.trial(), phase.phase().name(), "", Statistic.RECEIVED),
                rows.stream().mapToDouble(Reading::value).sum() / group.subscriptions(),
                rows.stream().mapToLong(Reading::n).sum());
        return rows.stream()
                .filter(row -> row.n() > 0 && !row.counts())
                .findFirst()
                .map(row -> mean.withheld(row.outcome(), row.why()))
                .orElse(mean);
    }

    private static String condition(TrialAnalysis trial, PhaseAnalysis phase, String group) {
        List<String> parts = new ArrayList<>();
        Map<String, String> dimensions = new TreeMap<>(trial.trial().identity().dimensions());
        KeyNames names = KeyNames.of(dimensions.keySet());
        dimensions.forEach((key, value) -> {
            if (!key.equals("workload.groups." + group + ".consumers")) {
                parts.add(names.name(key) + " " + KeyNames.value(key, value));
            }
        });
        if (trial.measured().size() > 1) {
            parts.add("phase " + phase.phase().name());
        }
        return String.join(", ", parts);
    }

    private static QueueRate rate(Key key, Gathered gathered) {
        List<Point> points = gathered.byConsumers.entrySet().stream()
                .map(entry -> new Point(entry.getKey(), Readings.of(Statistic.RECEIVED, entry.getValue())))
                .toList();
        return new QueueRate(
                key.system(),
                key.condition(),
                key.group(),
                key.processing(),
                key.topics(),
                key.partitions(),
                points,
                gathered.leftOut);
    }

    public String subject() {
        return condition.isEmpty() ? system : system + ", " + condition;
    }

    /**
     * Returns the most that so many consumers can read per second, by the time that they work on each message; empty where they take
     * none.
     */
    public OptionalDouble most(int consumers) {
        return processing.isZero()
                ? OptionalDouble.empty()
                : OptionalDouble.of(topics * consumers * NANOS_PER_SECOND / processing.toNanos());
    }
}
