package dev.assay.report.card;

import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run found, small enough to be passed on and complete enough to be run again; {@code NAME.card}. It names no host, user, path, address
 * or topic.
 *
 * @param card the number of the format
 * @param digest SHA-256 over all else, so that a card that was edited is noticed; it is no signature
 * @param title name of the scenario or the study
 * @param measured the day, in UTC
 * @param assay the build that made the run
 * @param machine facts of the machine that the run was started on
 * @param verdict the worst of the trials that count
 * @param trials how many have which verdict, or {@value #FAILED}
 * @param reasons codes of what was found against trials, each with the number of trials
 * @param systems what was measured
 * @param figures with their intervals
 * @param leftOut why values do not count, each with how many: what a comparison would leave out
 * @param study the study that the run is of; empty for a scenario
 * @param scenario the text of the scenario or study without comments, packed; empty where a study is as this build ships it
 * @param overrides what was given beside it
 * @param masked whether something in scenario or overrides is masked, so that whoever runs it again has to fill it in
 * @param lock {@code assay.lock}, packed
 */
public record Card(
        int card,
        String digest,
        String title,
        String measured,
        String assay,
        Map<String, String> machine,
        Grade verdict,
        Map<String, Integer> trials,
        Map<String, Integer> reasons,
        List<MeasuredSystem> systems,
        List<Figure> figures,
        Map<String, Integer> leftOut,
        Optional<OfStudy> study,
        String scenario,
        List<String> overrides,
        boolean masked,
        String lock) {
    /** The number of the format that is written, and the only one that is read. */
    public static final int FORMAT = 2;

    /** Stands for the trials that did not finish for a reason of their own. */
    public static final String FAILED = "failed";

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
     * A figure of one point of the run.
     *
     * @param point what tells it from others of the run
     * @param statistic such as {@code response.p99} or {@code throughput}
     * @param unit {@code ns}, {@code messages/s} or {@code %}
     * @param n trials or searches behind it
     * @param value the centre of the interval, or the median where there is none
     * @param low lower end at 95 %; empty where there are too few trials
     * @param high upper end
     * @param values one of each trial or search, of which all else is made; others are compared with them
     */
    public record Figure(
            String point,
            String statistic,
            String unit,
            int n,
            double value,
            Optional<Double> low,
            Optional<Double> high,
            List<Double> values) {
        /** More trials are not compared: nobody runs them. */
        private static final int MAX_VALUES = 1_000;

        public Figure {
            values = List.copyOf(values);
            if (values.size() > MAX_VALUES) {
                throw new IllegalArgumentException(
                        "a figure has at most " + MAX_VALUES + " values, but this one has " + values.size());
            }
        }
    }

    /**
     * The study that a run is of.
     *
     * @param sha256 of its file
     * @param unchanged whether it is a file that the build ships, to the letter
     * @param claims how many have which word
     */
    public record OfStudy(String name, String sha256, boolean unchanged, Map<String, Integer> claims) {
        public OfStudy {
            claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
        }
    }

    public Card {
        machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
        trials = Collections.unmodifiableMap(new LinkedHashMap<>(trials));
        reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
        systems = List.copyOf(systems);
        figures = List.copyOf(figures);
        leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        overrides = List.copyOf(overrides);
    }

    /** The same with that digest. */
    public Card withDigest(String sha256) {
        return new Card(
                card, sha256, title, measured, assay, machine, verdict, trials, reasons, systems, figures, leftOut,
                study, scenario, overrides, masked, lock);
    }

    /** Why its figures must not stand beside those of other runs of the same study; none where they may. */
    public List<String> notComparable() {
        List<String> why = new ArrayList<>();
        if (study.isEmpty()) {
            why.add("it is of a scenario of its own, not of a study");
        } else if (!study.get().unchanged()) {
            why.add("the study is not as the project ships it");
        }
        if (overrides.stream().anyMatch(override -> !override.startsWith("study."))) {
            why.add("settings were overridden");
        }
        if (verdict != Grade.VALID) {
            why.add("its verdict is " + verdict);
        }
        if (!systems.stream().allMatch(MeasuredSystem::isVerified)) {
            why.add("not every durability level was verified");
        }
        return why;
    }
}
