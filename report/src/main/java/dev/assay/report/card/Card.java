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
 * Holds the results of one run or several runs of a scenario, small enough to be passed on and complete enough to be run again; stored as
 * {@code NAME.card}. It names no host, user, path, address or topic.
 *
 * @param digest SHA-256 over the digests of all entries, which reveals later edits; it is no signature
 * @param scenario the text of the scenario or study without comments; empty for an unchanged study of this build
 * @param rows one element for each run, from which all figures are made
 */
public record Card(String digest, Facts facts, String scenario, Lock lock, List<List<Reading>> rows) {
    /** Names the format that is written, and the only one that is read. */
    public static final int FORMAT = 4;

    /** Limits the runs; nobody makes that many. */
    public static final int MAX_RUNS = 100;

    /** Limits the values of one statistic at one point. */
    private static final int MAX_VALUES = 1_000;

    /** Names the count of failed trials, which have no verdict. */
    public static final String FAILED = "failed";

    /**
     * Holds everything on a card except its values.
     *
     * @param format its number
     * @param title name of the scenario or the study
     * @param study the study that was run; empty for a scenario
     * @param overrides given beside the scenario
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
     * @param measured the day, in UTC
     * @param assay the build that made the run
     * @param machine facts of the machine that the run was started on
     * @param verdict the worst of the trials that count
     * @param trials the number of trials by verdict, or {@value #FAILED}
     * @param reasons codes of the findings against trials, each with the number of trials
     * @param systems the measured systems
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
     * @param system with its version
     * @param client with its version
     * @param level to which the values apply, such as {@code level-1}
     * @param meaning of the level, in words
     * @param verified {@code verified}, {@code partly verified}, {@code not verified} or {@code contradicted}
     */
    public record MeasuredSystem(String system, String client, String level, String meaning, String verified) {
        public boolean isVerified() {
            return verified.equals("verified");
        }
    }

    /**
     * @param sha256 of its file
     * @param unchanged whether it is, to the letter, a file that the build ships
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

    public Grade verdict() {
        return Collections.max(facts.runs().stream().map(RunFacts::verdict).toList());
    }

    public List<MeasuredSystem> systems() {
        return facts.runs().stream()
                .flatMap(run -> run.systems().stream())
                .distinct()
                .toList();
    }

    /** Sums the counts of all runs by name. */
    static Map<String, Integer> counts(Facts facts, Function<RunFacts, Map<String, Integer>> of) {
        Map<String, Integer> all = new LinkedHashMap<>();
        facts.runs().forEach(run -> of.apply(run).forEach((name, count) -> all.merge(name, count, Integer::sum)));
        return all;
    }

    /** Counts, for each claim, the runs by their word. */
    Map<String, Map<String, Integer>> claims() {
        Map<String, Map<String, Integer>> claims = new LinkedHashMap<>();
        facts.runs()
                .forEach(run -> run.claims()
                        .forEach((claim, word) -> claims.computeIfAbsent(claim, _ -> new LinkedHashMap<>())
                                .merge(word, 1, Integer::sum)));
        return claims;
    }

    /** Returns whether figures are of the trials of a single run, or of several runs. */
    Sampling sampling() {
        return rows.size() > 1 ? Sampling.RUNS : Sampling.TRIALS_OF_RUNS;
    }

    /** Returns the figures made from the rows, by point and statistic. */
    public Map<String, Map<String, Readings>> figures() {
        Map<String, Map<String, Readings>> figures = new LinkedHashMap<>();
        MeasuredPoint.of(rows).forEach((name, point) -> figures.put(name, point.figures(sampling())));
        return figures;
    }

    /** Returns, by point, the statistics without a value that counts, with the trials left out. */
    Map<String, Map<String, Readings>> withheld() {
        Map<String, Map<String, Readings>> withheld = new LinkedHashMap<>();
        MeasuredPoint.of(rows).forEach((name, point) -> withheld.put(name, point.withheld()));
        return withheld;
    }

    /** Returns the centre of the interval, or the median where there is no interval. */
    static double typical(Readings readings) {
        return readings.interval().map(Interval::centre).orElseGet(readings.typical()::orElseThrow);
    }

    /** Counts the values that a comparison would leave out, by reason. */
    public Map<String, Integer> leftOut() {
        Map<String, Integer> reasons = new TreeMap<>();
        MeasuredPoint.of(rows)
                .values()
                .forEach(point -> point.leftOut().forEach((why, count) -> reasons.merge(why, count, Integer::sum)));
        return reasons;
    }

    /** Returns why its figures must not be compared with those of other runs of the same study; empty where they may. */
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
