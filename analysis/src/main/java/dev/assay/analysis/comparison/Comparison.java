package dev.assay.analysis.comparison;

import dev.assay.analysis.RunAnalysis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What may be said of two systems, versions, variants or runs and more: each against the baseline, under the same conditions.
 *
 * @param by the dimension whose values are compared, or {@code system}, or {@code run}
 * @param interleaved whether both sides were measured in the same blocks
 * @param threshold the least difference that matters, as a fraction
 * @param pairs in the order in which they were measured
 */
public record Comparison(String by, boolean interleaved, double threshold, List<Pair> pairs) {
    private static final String RUN = "run";

    /** The dimension of a run in which one limit was moved at a time, to explain another run. */
    public static final String EXPLAIN = "explain";

    /** The value of that dimension where nothing was moved. */
    public static final String AS_IT_WAS = "as-it-was";

    /**
     * Whoever compares by these asks what a promise costs, or whether it is what held a trial back, and needs not be told that promises
     * differ.
     */
    private static final Set<String> ON_PURPOSE = Set.of("durability", EXPLAIN);

    /**
     * Two subjects under one condition.
     *
     * @param condition such as {@code workload.partitions = 6}; empty for the only one
     * @param unequal that they promise different things, for people; empty where they promise the same, or differ in that on purpose
     * @param otherLevel the same whatever the purpose; empty where they promise the same
     * @param level what both promise, or both of them
     * @param flags what else may explain a difference, for people
     * @param settings that differ: by name the value of the baseline and that of the candidate
     */
    public record Pair(
            String condition,
            String baseline,
            String candidate,
            String level,
            Optional<String> unequal,
            Optional<String> otherLevel,
            List<String> flags,
            Map<String, List<String>> settings,
            List<ComparedStatistic> statistics) {
        public Pair {
            flags = List.copyOf(flags);
            settings = new TreeMap<>(settings);
            statistics = List.copyOf(statistics);
        }

        /** That statistic; empty where it was not compared. */
        public Optional<ComparedStatistic> compared(String statistic) {
            return statistics.stream()
                    .filter(compared -> compared.statistic().equals(statistic))
                    .findFirst();
        }
    }

    public Comparison {
        pairs = List.copyOf(pairs);
    }

    /**
     * Compares what varies within a run.
     *
     * @throws Uncomparable where nothing does, or it is not clear what is meant
     */
    public static Comparison within(RunAnalysis run, ComparisonRequest request) {
        Subjects subjects = Subjects.of(run);
        String by = subjects.by(request.by());
        List<Pair> pairs = new ArrayList<>();
        List<Subject> all = subjects.by(by);
        List<String> names = all.stream().map(Subject::name).distinct().toList();
        String baseline = request.baseline().map(asked -> named(asked, names)).orElse(usualBaseline(by, names));
        conditions(all)
                .values()
                .forEach(same -> same.stream()
                        .filter(subject -> subject.name().equals(baseline))
                        .findFirst()
                        .ifPresent(base -> same.stream()
                                .filter(subject -> !subject.name().equals(baseline))
                                .forEach(other -> pairs.add(pair(base, other, request, Optional.of(by), true)))));
        if (pairs.isEmpty()) {
            throw new Uncomparable("none of " + String.join(", ", names) + " was measured under the same conditions as "
                    + baseline + ": other dimensions vary with " + by);
        }
        return new Comparison(by, true, request.threshold(), pairs);
    }

    /** The same as far as it is clear without being told; empty otherwise. */
    public static Optional<Comparison> usually(RunAnalysis run) {
        if (Subjects.of(run).usually().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(within(run, ComparisonRequest.USUALLY));
        } catch (Uncomparable _) {
            return Optional.empty();
        }
    }

    /**
     * Compares runs, each with the first, where they measured under the same condition.
     *
     * @throws Uncomparable where they did nowhere
     */
    public static Comparison ofRuns(List<RunAnalysis> runs, ComparisonRequest request) {
        List<Subject> base = Subjects.of(runs.getFirst()).whole();
        List<Pair> pairs = new ArrayList<>();
        for (RunAnalysis run : runs.subList(1, runs.size())) {
            List<Subject> others = Subjects.of(run).whole();
            boolean single = base.size() == 1 && others.size() == 1;
            base.forEach(one -> others.stream()
                    .filter(other -> single || other.condition().equals(one.condition()))
                    .forEach(other -> pairs.add(pair(one, other, request, Optional.empty(), false))));
        }
        if (pairs.isEmpty()) {
            throw new Uncomparable("the runs have nothing in common: "
                    + Stream.concat(Stream.of(runs.getFirst()), runs.stream().skip(1))
                            .map(run -> run.run().id() + " measured "
                                    + Subjects.of(run).whole().stream()
                                            .map(Subject::condition)
                                            .map(condition -> condition.isEmpty() ? "one point" : condition)
                                            .distinct()
                                            .collect(Collectors.joining("; ")))
                            .collect(Collectors.joining(", but ")));
        }
        return new Comparison(RUN, false, request.threshold(), pairs);
    }

    /** Blocks are shuffled: where one of the names says that it is the baseline, it is. */
    private static String usualBaseline(String by, List<String> names) {
        return names.stream()
                .filter(name -> by.equals(EXPLAIN) && name.endsWith(AS_IT_WAS))
                .findFirst()
                .orElse(names.getFirst());
    }

    private static String named(String asked, List<String> names) {
        List<String> meant = names.contains(asked)
                ? List.of(asked)
                : names.stream()
                        .filter(name -> name.endsWith(" " + asked) || name.startsWith(asked + " "))
                        .toList();
        if (meant.size() != 1) {
            throw new Uncomparable(
                    "'" + asked + "' is not among the subjects compared: expected one of " + String.join(", ", names));
        }
        return meant.getFirst();
    }

    private static Map<String, List<Subject>> conditions(List<Subject> subjects) {
        return subjects.stream()
                .collect(Collectors.groupingBy(Subject::condition, LinkedHashMap::new, Collectors.toList()));
    }

    private static Pair pair(
            Subject base, Subject other, ComparisonRequest request, Optional<String> by, boolean interleaved) {
        List<String> statistics = request.statistics().isEmpty() ? usual(base, other) : request.statistics();
        Optional<String> unequal = Caveats.durability(base, other);
        return new Pair(
                base.condition().equals(other.condition()) ? base.condition() : "",
                base.name(),
                other.name(),
                levels(base, other),
                by.filter(ON_PURPOSE::contains).isPresent() ? Optional.empty() : unequal,
                unequal,
                Caveats.others(base, other, interleaved),
                Caveats.settings(base, other, by),
                ComparedStatistic.of(statistics, base, other, interleaved, request.threshold()));
    }

    /** Those that both have; a side of which all trials failed has none of its own. */
    private static List<String> usual(Subject base, Subject other) {
        List<String> ofOther = other.usual();
        List<String> ofBase = base.usual();
        return other.records().isEmpty()
                ? ofBase
                : base.records().isEmpty()
                        ? ofOther
                        : ofBase.stream().filter(ofOther::contains).toList();
    }

    private static String levels(Subject base, Subject other) {
        return Stream.of(other, base)
                .flatMap(subject -> subject.records().stream())
                .map(trial -> trial.durability().namedLabel())
                .distinct()
                .collect(Collectors.joining(" and "));
    }
}
