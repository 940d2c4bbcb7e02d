package dev.assay.report.card;

import dev.assay.analysis.comparison.MeasuredPoint;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.reading.Statistic.Unit;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

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
 * @param rows what was measured, of which all else is made
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
        List<Row> rows,
        Optional<OfStudy> study,
        String scenario,
        List<String> overrides,
        boolean masked,
        String lock) {
    /** The number of the format that is written, and the only one that is read. */
    public static final int FORMAT = 3;

    /** More trials are not compared: nobody runs them. */
    private static final int MAX_VALUES = 1_000;

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
     * A value of a trial or of a search, as a {@link Reading} has it.
     *
     * @param trial that it is of; empty for a search, and for the point as a whole
     * @param point what tells it from others of the run
     * @param block the repetition that it belongs to
     * @param statistic such as {@code response.p99} or {@code achieved}
     * @param unit such as {@code ns} or {@code messages/s}
     * @param value empty where there is none
     * @param low the least that it can be
     * @param high the most; empty where no more is known than that it is at least so large
     * @param n samples behind it
     * @param quality what speaks against it, by name
     * @param why it does not count; empty where it does
     */
    public record Row(
            String trial,
            String point,
            int block,
            String phase,
            String subscription,
            String statistic,
            String unit,
            Optional<Double> value,
            Optional<Double> low,
            Optional<Double> high,
            long n,
            String quality,
            String why) {
        public Row {
            Unit.ofSymbol(unit);
        }

        /** That value at a point of that name. */
        public static Row of(Reading reading, String point, UnaryOperator<String> masked) {
            Source source = reading.source();
            return new Row(
                    masked.apply(source.trial()),
                    point,
                    source.block(),
                    source.phase(),
                    masked.apply(source.subscription()),
                    source.statistic().name(),
                    source.statistic().unit().symbol(),
                    finite(reading.value()),
                    finite(reading.low()),
                    finite(reading.high()),
                    reading.n(),
                    reading.quality().tags(),
                    reading.why());
        }

        private static Optional<Double> finite(double value) {
            return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
        }

        /** The same as a reading; who edits a card can write anything for a value. */
        Reading reading() {
            double measured = value.orElse(Double.NaN);
            boolean possible = measured >= 0 && Double.isFinite(measured);
            Outcome outcome = why.isEmpty() && possible ? Outcome.VALUE : Outcome.LEFT_OUT;
            return new Reading(
                    new Source(trial, point, block, phase, subscription, Statistic.of(statistic, Unit.ofSymbol(unit))),
                    measured,
                    Math.min(measured, low.filter(least -> least >= 0).orElse(0.0)),
                    Math.max(measured, high.orElse(Double.POSITIVE_INFINITY)),
                    n,
                    Quality.clear(),
                    outcome,
                    true,
                    why.isEmpty() && !possible ? "no value" : why);
        }
    }

    /**
     * What the rows of one statistic of a point amount to.
     *
     * @param statistic its name, with the phase where there are several
     * @param readings those that count
     */
    public record Figure(String point, String statistic, Readings readings) {
        /** Whether it tells how many of a hundred trials are VALID. */
        boolean ofVerdicts() {
            return readings.statistic().equals(MeasuredPoint.VALID);
        }

        /** Trials or searches behind it. */
        public long n() {
            return ofVerdicts() ? readings.rows().getFirst().n() : readings.n();
        }

        /** The centre of the interval, or the median where there is none. */
        public double value() {
            return interval().map(Interval::centre).orElseGet(readings.typical()::orElseThrow);
        }

        /** Where it lies at 95 %; empty where there are too few trials. */
        public Optional<Interval> interval() {
            return readings.interval();
        }

        /** What it is counted in. */
        public Unit unit() {
            return readings.statistic().unit();
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
        rows = List.copyOf(rows);
        requireFew(rows);
        overrides = List.copyOf(overrides);
    }

    private static void requireFew(List<Row> rows) {
        Map<List<String>, Integer> counts = new HashMap<>();
        for (Row row : rows) {
            int count = counts.merge(List.of(row.point(), row.phase(), row.statistic()), 1, Integer::sum);
            if (count > MAX_VALUES) {
                throw new IllegalArgumentException("a card has at most " + MAX_VALUES
                        + " values of a statistic of a point, but this one has more of " + row.statistic());
            }
        }
    }

    /** The same with that digest. */
    public Card withDigest(String sha256) {
        return new Card(
                card, sha256, title, measured, assay, machine, verdict, trials, reasons, systems, rows, study, scenario,
                overrides, masked, lock);
    }

    private Map<String, MeasuredPoint> points() {
        Map<String, List<Reading>> byPoint = new LinkedHashMap<>();
        rows.forEach(row ->
                byPoint.computeIfAbsent(row.point(), _ -> new ArrayList<>()).add(row.reading()));
        Map<String, MeasuredPoint> points = new LinkedHashMap<>();
        byPoint.forEach((point, readings) -> points.put(point, new MeasuredPoint(readings)));
        return points;
    }

    /** What its rows amount to, point by point. */
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        points().forEach((name, point) ->
                point.figures().forEach((statistic, readings) -> figures.add(new Figure(name, statistic, readings))));
        return figures;
    }

    /** Why values do not count, each with how many: what a comparison would leave out. */
    public Map<String, Integer> leftOut() {
        Map<String, Integer> reasons = new TreeMap<>();
        points().values()
                .forEach(point -> point.leftOut().forEach((why, count) -> reasons.merge(why, count, Integer::sum)));
        return reasons;
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
