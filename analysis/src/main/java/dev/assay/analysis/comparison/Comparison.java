package dev.assay.analysis.comparison;

import dev.assay.analysis.DeclaredStatistics;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares two or more systems, versions, variants or runs, each with the baseline under the same conditions.
 *
 * @param by the dimension whose values are compared, or {@code system}, or {@code run}
 * @param threshold the least difference that matters, as a fraction
 * @param pairs in the order in which they were measured
 */
public record Comparison(String by, double threshold, List<Pair> pairs) {
    private static final String RUN = "run";

    /** Stands between a key and its value in the name of a subject. */
    private static final String VALUE = " = ";

    private static final List<Function<String, ?>> QUANTITIES =
            List.of(DurationText::parse, ByteSize::parse, Rate::parse);

    /** Names the dimension by which differing durability is compared on purpose, so that it is no reason for a warning. */
    private static final String ON_PURPOSE = "durability";

    /**
     * @param condition such as {@code workload.partitions = 6}; empty for the only one
     * @param unequal for people, that the durability of the two differs; empty where it is the same, or differs on purpose
     * @param otherLevel for people, that the durability of the two differs, also on purpose; empty where it is the same
     * @param level the durability of both, or both levels
     * @param flags further possible explanations of a difference, for people
     * @param sampling what both sides are samples of
     * @param clusters the number of clusters on which the blocks lie; 0 where trials of a block had different ones, or nobody knows
     * @param settings that differ: by name the value of the baseline and that of the candidate
     * @param declared the names of statistics that the scenario declares as its result, in that order, whether compared or not; none
     *     where it leaves the default
     */
    public record Pair(
            String condition,
            String baseline,
            String candidate,
            String level,
            Optional<String> unequal,
            Optional<String> otherLevel,
            List<String> flags,
            Sampling sampling,
            int clusters,
            Map<String, List<String>> settings,
            List<String> declared,
            List<ComparedStatistic> statistics) {
        public Pair {
            flags = List.copyOf(flags);
            settings = new TreeMap<>(settings);
            declared = List.copyOf(declared);
            statistics = List.copyOf(statistics);
        }

        public Optional<ComparedStatistic> compared(String statistic) {
            return statistics.stream()
                    .filter(compared -> compared.statistic().equals(statistic))
                    .findFirst();
        }
    }

    public Comparison {
        pairs = List.copyOf(pairs);
    }

    public boolean interleaved() {
        return pairs.stream().allMatch(pair -> pair.sampling().interleaved());
    }

    /**
     * Compares the values of a dimension that varies within a run.
     *
     * @throws Uncomparable where no dimension varies, or the requested one is ambiguous
     */
    public static Comparison within(RunAnalysis run, ComparisonRequest request) {
        Subjects subjects = Subjects.of(run);
        Optional<String> key = request.baseline().flatMap(Comparison::key).filter(subjects::has);
        String by = subjects.by(request.by().or(() -> key));
        List<Pair> pairs = new ArrayList<>();
        List<Subject> all = subjects.by(by);
        List<String> names = all.stream().map(Subject::name).distinct().toList();
        String baseline = request.baseline().map(text -> named(text, by, names)).orElse(names.getFirst());
        conditions(all)
                .values()
                .forEach(same -> same.stream()
                        .filter(subject -> subject.name().equals(baseline))
                        .findFirst()
                        .ifPresent(base -> same.stream()
                                .filter(subject -> !subject.name().equals(baseline))
                                .forEach(other -> pairs.add(pair(base, other, request, by)))));
        if (pairs.isEmpty()) {
            throw new Uncomparable("none of " + String.join(", ", names) + " was measured under the same conditions as "
                    + baseline + ": other dimensions vary with " + by);
        }
        return new Comparison(by, request.threshold(), pairs);
    }

    /** Compares within a run by the usual dimension; empty where there is none. */
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
     * Compares runs where they measured under the same condition. Runs with the first one's fingerprint and version are the baseline;
     * the other runs are grouped likewise. Where all are alike, the first is compared with the others.
     *
     * @throws Uncomparable where they have no condition in common, or a run is given twice
     */
    public static Comparison ofRuns(List<RunAnalysis> runs, ComparisonRequest request) {
        List<RunSide> sides = RunSide.of(runs);
        return sides.size() == 1
                ? ofRuns(runs.subList(0, 1), runs.subList(1, runs.size()), request)
                : ofRuns(sides.getFirst(), sides.subList(1, sides.size()), request);
    }

    /**
     * Compares two given groups of runs.
     *
     * @throws Uncomparable where they have no condition in common, or the runs of a side differ in fingerprint or version
     */
    public static Comparison ofRuns(
            List<RunAnalysis> baseline, List<RunAnalysis> candidate, ComparisonRequest request) {
        return ofRuns(side(baseline), List.of(side(candidate)), request);
    }

    private static RunSide side(List<RunAnalysis> runs) {
        List<RunSide> sides = RunSide.of(runs);
        if (sides.size() > 1) {
            throw new Uncomparable(
                    "the runs of a side must measure the same with one fingerprint of settings and machines and one version, but "
                            + sides.get(1).runs().getFirst().run().id() + " differs from "
                            + runs.getFirst().run().id());
        }
        return sides.getFirst();
    }

    private static Comparison ofRuns(RunSide baseline, List<RunSide> candidates, ComparisonRequest request) {
        requireDistinct(Stream.concat(Stream.of(baseline), candidates.stream())
                .flatMap(side -> side.runs().stream())
                .toList());
        Map<String, List<Subject>> base = baseline.subjects();
        List<Pair> pairs = new ArrayList<>();
        for (RunSide candidate : candidates) {
            Map<String, List<Subject>> subjects = candidate.subjects();
            boolean single = base.size() == 1 && subjects.size() == 1;
            base.forEach((condition, ones) -> subjects.forEach((otherCondition, runs) -> {
                if (single || otherCondition.equals(condition)) {
                    pairs.add(pair(ones, runs, request));
                }
            }));
        }
        if (pairs.isEmpty()) {
            throw new Uncomparable("the runs have nothing in common: "
                    + Stream.concat(Stream.of(baseline), candidates.stream())
                            .flatMap(side -> side.runs().stream())
                            .map(run -> run.run().id() + " measured "
                                    + Subjects.of(run).whole().stream()
                                            .map(Subject::condition)
                                            .map(condition -> condition.isEmpty() ? "one point" : condition)
                                            .distinct()
                                            .collect(Collectors.joining("; ")))
                            .collect(Collectors.joining(", but ")));
        }
        return new Comparison(RUN, request.threshold(), pairs);
    }

    /**
     * Requires that no run occurs twice.
     *
     * @throws Uncomparable naming a run that does
     */
    static void requireDistinct(List<RunAnalysis> runs) {
        Set<String> ids = new HashSet<>();
        runs.stream()
                .map(run -> run.run().id())
                .filter(id -> !ids.add(id))
                .findFirst()
                .ifPresent(id -> {
                    throw new Uncomparable(id + " is given twice, but is one run and one sample");
                });
    }

    /** Returns what stands before the equals sign of {@code KEY=VALUE}; empty for a value or name alone. */
    private static Optional<String> key(String text) {
        int equals = text.indexOf('=');
        return equals < 0
                ? Optional.empty()
                : Optional.of(text.substring(0, equals).strip());
    }

    /**
     * Returns the name that a text means: the name itself, or its value with or without the key, whatever the blanks and the unit are.
     *
     * @throws Uncomparable where the text means none of the names, or several
     */
    private static String named(String text, String by, List<String> names) {
        boolean ofKey = key(text)
                .filter(key -> by.equals(key) || by.endsWith("." + key))
                .isPresent();
        String value = (ofKey ? text.substring(text.indexOf('=') + 1) : text).strip();
        List<String> meant = names.stream().filter(name -> name.equals(text)).toList();
        if (meant.isEmpty()) {
            meant = names.stream()
                    .filter(name -> name.endsWith(" " + value) || name.startsWith(value + " ") || name.equals(value))
                    .toList();
        }
        if (meant.isEmpty()) {
            meant = names.stream().filter(name -> isSame(value, value(name))).toList();
        }
        if (meant.size() != 1) {
            throw new Uncomparable("the baseline '%s' is %s of what is compared: give one of '%s'"
                    .formatted(text, meant.isEmpty() ? "none" : "several", String.join("', '", names)));
        }
        return meant.getFirst();
    }

    /** Returns the value in the name of a subject; the whole name where it has no key. */
    private static String value(String name) {
        int at = name.indexOf(VALUE);
        return at < 0 ? name : name.substring(at + VALUE.length());
    }

    /** Tells whether two texts are the same but for blanks, or the same length of time, number of bytes or rate. */
    private static boolean isSame(String one, String other) {
        if (one.replaceAll("\\s", "").equals(other.replaceAll("\\s", ""))) {
            return true;
        }
        for (Function<String, ?> reader : QUANTITIES) {
            try {
                if (reader.apply(one).equals(reader.apply(other))) {
                    return true;
                }
            } catch (IllegalArgumentException _) {
                // They are of another kind.
            }
        }
        return false;
    }

    private static Map<String, List<Subject>> conditions(List<Subject> subjects) {
        return subjects.stream()
                .collect(Collectors.groupingBy(Subject::condition, LinkedHashMap::new, Collectors.toList()));
    }

    private static Pair pair(Subject base, Subject other, ComparisonRequest request, String by) {
        BlockClusters clusters = BlockClusters.of(base, other);
        return pair(
                base, other, Optional.of(by), clusters.sampling(), clusters, request, base::readings, other::readings);
    }

    static Pair pair(List<Subject> base, List<Subject> other, ComparisonRequest request) {
        Sampling sampling = Sampling.ofRuns(base.size(), other.size());
        return pair(
                RunSide.together(base),
                RunSide.together(other),
                Optional.empty(),
                sampling,
                BlockClusters.UNKNOWN,
                request,
                statistic -> RunSide.readings(base, statistic, sampling),
                statistic -> RunSide.readings(other, statistic, sampling));
    }

    private static Pair pair(
            Subject base,
            Subject other,
            Optional<String> by,
            Sampling sampling,
            BlockClusters clusters,
            ComparisonRequest request,
            Function<String, Map<Integer, Reading>> baseReadings,
            Function<String, Map<Integer, Reading>> otherReadings) {
        List<LatencyStatistic> declared = DeclaredStatistics.of(
                Stream.concat(base.records().stream(), other.records().stream()).toList());
        List<String> statistics = request.statistics().isEmpty() ? usual(base, other, declared) : request.statistics();
        Optional<String> unequal = Caveats.durability(base, other);
        String levels = levels(base, other);
        return new Pair(
                base.condition().equals(other.condition()) ? base.condition() : "",
                base.name(),
                other.name(),
                levels.equals(other.name() + " and " + base.name()) ? "" : levels,
                by.filter(ON_PURPOSE::equals).isPresent() ? Optional.empty() : unequal,
                unequal,
                Caveats.further(base, other, sampling.interleaved()),
                sampling,
                clusters.count(),
                Caveats.settings(base, other, by),
                (base.trials().isEmpty() ? other : base).names(declared),
                ComparedStatistic.of(
                        statistics, baseReadings, otherReadings, sampling, clusters::of, request.threshold()));
    }

    /**
     * Returns the declared and the usual statistics that both sides have; a side of which all trials failed has none, so that those of the other are
     * used.
     */
    private static List<String> usual(Subject base, Subject other, List<LatencyStatistic> declared) {
        List<String> ofOther = other.usual(declared);
        List<String> ofBase = base.usual(declared);
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
