package dev.assay.report.card;

import dev.assay.analysis.comparison.MeasuredPoint;
import dev.assay.analysis.comparison.Sampling;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What one run of a scenario or several found, small enough to be passed on and complete enough to be run again; {@code NAME.card}. It names no
 * host, user, path, address or topic.
 *
 * @param digest SHA-256 over the digests of all entries, so that a card that was edited is noticed; it is no signature
 * @param scenario the text of the scenario or study without comments; empty where a study is as this build ships it
 * @param rows of each run, of which all figures are made
 */
public record Card(String digest, Facts facts, String scenario, Lock lock, List<List<Reading>> rows) {
    /** The number of the format that is written, and the only one that is read. */
    public static final int FORMAT = 4;

    /** Nobody runs more. */
    public static final int MAX_RUNS = 100;

    /** More values of a statistic are not compared: nobody runs as many trials. */
    private static final int MAX_VALUES = 1_000;

    /** Stands for the trials that did not finish for a reason of their own. */
    public static final String FAILED = "failed";

    /**
     * All of a card that is no value.
     *
     * @param format its number
     * @param title name of the scenario or the study
     * @param study the study that the runs are of; empty for a scenario
     * @param overrides what was given beside it
     * @param masked whether something in scenario or overrides is masked, so that whoever runs it again has to fill it in
     */
    public record Facts(
            int format,
            String title,
            Optional<OfStudy> study,
            List<String> overrides,
            boolean masked,
            List<RunFacts> runs) {
        public Facts {
            overrides = List.copyOf(overrides);
            runs = List.copyOf(runs);
            if (runs.isEmpty() || runs.size() > MAX_RUNS) {
                throw new IllegalArgumentException(
                        "a card is of 1 to %d runs, but this one is of %d".formatted(MAX_RUNS, runs.size()));
            }
        }
    }

    /**
     * What there is to know of a run beside its values.
     *
     * @param measured the day, in UTC
     * @param assay the build that made the run
     * @param machine facts of the machine that the run was started on
     * @param verdict the worst of the trials that count
     * @param trials how many have which verdict, or {@value #FAILED}
     * @param reasons codes of what was found against trials, each with the number of trials
     * @param systems what was measured
     * @param claims the word for each claim of the study
     */
    public record RunFacts(
            String measured,
            String assay,
            Map<String, String> machine,
            Grade verdict,
            Map<String, Integer> trials,
            Map<String, Integer> reasons,
            List<MeasuredSystem> systems,
            Map<String, String> claims) {
        public RunFacts {
            machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
            trials = Collections.unmodifiableMap(new LinkedHashMap<>(trials));
            reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
            systems = List.copyOf(systems);
            claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
        }
    }

    /**
     * A system at a level.
     *
     * @param system with its version
     * @param client with its version
     * @param level the one that values stand for, such as {@code level-1}
     * @param meaning of the level, in words
     * @param verified {@code verified}, {@code partly verified}, {@code not verified} or {@code contradicted}
     */
    public record MeasuredSystem(String system, String client, String level, String meaning, String verified) {
        /** Whether its level was verified. */
        public boolean isVerified() {
            return verified.equals("verified");
        }
    }

    /**
     * The study that runs are of.
     *
     * @param sha256 of its file
     * @param unchanged whether it is a file that the build ships, to the letter
     */
    public record OfStudy(String name, String sha256, boolean unchanged) {}

    public Card {
        rows = rows.stream().map(List::copyOf).toList();
        if (rows.size() != facts.runs().size()) {
            throw new IllegalArgumentException("it is of %d runs, but has rows of %d"
                    .formatted(facts.runs().size(), rows.size()));
        }
        if (new HashSet<>(rows).size() < rows.size()) {
            throw new IllegalArgumentException("a run is on it twice, but is one run and one sample");
        }
        Map<List<String>, Integer> counts = new HashMap<>();
        rows.stream().flatMap(List::stream).forEach(row -> {
            String statistic = row.statistic().name();
            List<String> value = List.of(row.source().point(), row.source().phase(), statistic);
            if (counts.merge(value, 1, Integer::sum) > MAX_VALUES) {
                throw new IllegalArgumentException("a card has at most " + MAX_VALUES
                        + " values of a statistic of a point, but this one has more of " + statistic);
            }
        });
    }

    /** The worst verdict of its runs. */
    public Grade verdict() {
        return Collections.max(facts.runs().stream().map(RunFacts::verdict).toList());
    }

    /** What was measured in any of its runs. */
    public List<MeasuredSystem> systems() {
        return facts.runs().stream()
                .flatMap(run -> run.systems().stream())
                .distinct()
                .toList();
    }

    /** Counts of all its runs together. */
    static Map<String, Integer> counts(Facts facts, Function<RunFacts, Map<String, Integer>> of) {
        Map<String, Integer> all = new LinkedHashMap<>();
        facts.runs().forEach(run -> of.apply(run).forEach((name, count) -> all.merge(name, count, Integer::sum)));
        return all;
    }

    /** How many of its runs have which word for each claim. */
    Map<String, Map<String, Integer>> claims() {
        Map<String, Map<String, Integer>> claims = new LinkedHashMap<>();
        facts.runs()
                .forEach(run -> run.claims()
                        .forEach((claim, word) -> claims.computeIfAbsent(claim, _ -> new LinkedHashMap<>())
                                .merge(word, 1, Integer::sum)));
        return claims;
    }

    /** What figures are of: trials of its only run, or its runs. */
    Sampling sampling() {
        return rows.size() > 1 ? Sampling.RUNS : Sampling.TRIALS_OF_RUNS;
    }

    /** What its rows amount to, by point and statistic. */
    public Map<String, Map<String, Readings>> figures() {
        Map<String, Map<String, Readings>> figures = new LinkedHashMap<>();
        MeasuredPoint.of(rows).forEach((name, point) -> figures.put(name, point.figures(sampling())));
        return figures;
    }

    /** Returns by point the statistics of which nothing counts, with the trials that were left out. */
    Map<String, Map<String, Readings>> withheld() {
        Map<String, Map<String, Readings>> withheld = new LinkedHashMap<>();
        MeasuredPoint.of(rows).forEach((name, point) -> withheld.put(name, point.withheld()));
        return withheld;
    }

    /** The centre of the interval, or the median where there is none. */
    static double typical(Readings readings) {
        return readings.interval().map(Interval::centre).orElseGet(readings.typical()::orElseThrow);
    }

    /** Why values do not count, each with how many: what a comparison would leave out. */
    public Map<String, Integer> leftOut() {
        Map<String, Integer> reasons = new TreeMap<>();
        MeasuredPoint.of(rows)
                .values()
                .forEach(point -> point.leftOut().forEach((why, count) -> reasons.merge(why, count, Integer::sum)));
        return reasons;
    }

    /** Why its figures must not stand beside those of other runs of the same study; none where they may. */
    public List<String> notComparable() {
        List<String> why = new ArrayList<>();
        if (facts.study().isEmpty()) {
            why.add("it is of a scenario of its own, not of a study");
        } else if (!facts.study().get().unchanged()) {
            why.add("the study is not as the project ships it");
        }
        if (facts.overrides().stream().anyMatch(override -> !override.startsWith("study."))) {
            why.add("settings were overridden");
        }
        if (verdict() != Grade.VALID) {
            why.add("its verdict is " + verdict());
        }
        if (!systems().stream().allMatch(MeasuredSystem::isVerified)) {
            why.add("not every durability level was verified");
        }
        return why;
    }
}
