package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.model.result.SteadyRecord.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures how often the words <em>steady</em>, <em>still changing</em>, <em>drift</em> and <em>two levels</em> are false, over
 * decays, levels and steps with the noise of real seconds. A word is false where the level, without its noise, contradicts it. The
 * tables are in docs/RULES.md.
 */
class SteadyWordsTest {
    private static final Pattern RATE = Pattern.compile("[0-9]+\\.[0-9]");
    private static final double ALLOWED = 0.05;

    /** Gives the number of series of each kind; with so many a rate of 5 % is known to half a per cent. */
    private static final int MANY = 2000;

    private static final int FEW = 100;

    private static final Tolerance QUARTER = new Tolerance(0.25, 0);
    private static final int LIMIT_SECONDS = 180;
    private static final int FIRST_LOOK = 20;
    private static final double[] SCATTERS = {0.05, 0.15, 0.3};
    private static final double[] CORRELATIONS = {0.3, 0.5};

    private record Said(State word, boolean falsely) {}

    /** Returns the fraction of series with a word, true or false. */
    private static double rate(List<Said> all, State word) {
        return all.stream().filter(said -> said.word == word).count() / (double) all.size();
    }

    private static double falsely(List<Said> all, State word) {
        return all.stream().filter(said -> said.word == word && said.falsely).count() / (double) all.size();
    }

    // ---- Kinds of series

    /**
     * Simulates levels that fall with a time constant, from twice and from nine times their final value, followed by 30 s and by 60 s
     * of measurement.
     */
    private static List<Said> decays(double tau, Noise noise, int n) {
        List<Said> all = new ArrayList<>();
        for (double height : new double[] {1, 8}) {
            for (int measured : new int[] {30, 60}) {
                all.addAll(warmUps(noise, measured, t -> 1 + height * Math.exp(-t / tau), n / 4));
            }
        }
        return all;
    }

    private static List<Said> level(Noise noise, int n) {
        return warmUps(noise, 30, t -> 1, n);
    }

    /** Simulates steps to half or twice the level from one second to the next, before two looks can have found that it is steady. */
    private static List<Said> steps(Noise noise, int n) {
        List<Said> all = new ArrayList<>(warmUps(noise, 30, t -> t < 25 ? 1 : 0.5, n / 2));
        all.addAll(warmUps(noise, 30, t -> t < 25 ? 1 : 2, n / 2));
        return all;
    }

    private static DoubleUnaryOperator rise(int seconds) {
        return t -> Math.pow(1.5, t / seconds * 1.5);
    }

    private static DoubleUnaryOperator smallStep(int seconds) {
        return t -> t < seconds / 2.0 ? 1 : 1.1;
    }

    /**
     * Simulates warm-ups with a look every 5 s, of which two in a row decide. A word is false if the levels of the measured thirds
     * contradict it.
     */
    private static List<Said> warmUps(Noise noise, int measured, DoubleUnaryOperator level, int n) {
        return IntStream.range(0, n)
                .parallel()
                .mapToObj(seed -> {
                    double[] values = noise.on(seed, LIMIT_SECONDS, level);
                    State before = State.NOT_KNOWN;
                    State word = State.NOT_KNOWN;
                    int end = FIRST_LOOK;
                    while (true) {
                        word = Steadiness.of(Arrays.copyOf(values, end), QUARTER, measured * 2 / 3.0)
                                .state();
                        if ((word == State.STEADY && before == State.STEADY) || end == LIMIT_SECONDS) {
                            break;
                        }
                        before = word;
                        end += (int) SteadyWatch.LOOK_SECONDS;
                    }
                    double change = Math.abs(Math.log(
                            level.applyAsDouble(end + measured / 6.0) / level.applyAsDouble(end + measured * 5 / 6.0)));
                    if (word == State.STEADY && before == State.STEADY) {
                        return new Said(State.STEADY, change > QUARTER.logarithm(1));
                    }
                    return word == State.CHANGING
                            ? new Said(
                                    State.CHANGING, change < QUARTER.times(0.5).logarithm(1))
                            : new Said(State.NOT_KNOWN, false);
                })
                .toList();
    }

    /**
     * Simulates measured phases. Drift is false where the level moves by less than half of the tolerance, and steady is false where it
     * moves by more than the tolerance.
     */
    private static List<Said> phases(Noise noise, int seconds, DoubleUnaryOperator level, int n) {
        double change = Math.abs(Math.log(level.applyAsDouble(seconds / 6.0) / level.applyAsDouble(seconds * 5 / 6.0)));
        return IntStream.range(0, n)
                .parallel()
                .mapToObj(seed -> {
                    MannKendall.Series values = new MannKendall.Series();
                    DoubleStream.of(noise.on(seed, seconds, t -> 1e6 * level.applyAsDouble(t)))
                            .forEach(values::add);
                    State word = Drift.ofFactors(values).state(QUARTER);
                    boolean falsely = word == State.STEADY
                            ? change > QUARTER.logarithm(1)
                            : change < QUARTER.times(0.5).logarithm(1);
                    return new Said(word, falsely);
                })
                .toList();
    }

    private static double twoLevels(Noise noise, int seconds, DoubleUnaryOperator level, int n) {
        return IntStream.range(0, n)
                        .parallel()
                        .filter(seed -> TwoLevels.of(noise.on(seed, seconds, level), QUARTER) != null)
                        .count()
                / (double) n;
    }

    /**
     * Simulates 30 s measured after a warm-up that ended with so many values at a level of 1. Another level is false where it differs
     * by less than half of the tolerance.
     */
    private static List<Said> levelsSince(Noise noise, double level, int n) {
        boolean falsely = Math.abs(Math.log(level)) < QUARTER.times(0.5).logarithm(1);
        return IntStream.range(0, n)
                .parallel()
                .mapToObj(seed -> {
                    int before = 20 + seed % 71;
                    double[] values = noise.on(seed, before + 30, t -> t < before ? 1 : level);
                    double[] now = Arrays.copyOfRange(values, before, before + 30);
                    State word = TwoLevels.since(Medians.of(Arrays.copyOf(values, before)), before, now, QUARTER);
                    return new Said(word, word == State.CHANGING && falsely);
                })
                .toList();
    }

    // ---- The tables

    private static String percent(double scatter) {
        return Math.round(scatter * 100) + " %";
    }

    private static String cell(List<Double> rates) {
        List<String> texts = rates.stream()
                .map(rate -> String.format(Locale.ROOT, "%.1f", rate * 100))
                .toList();
        return String.join(" / ", texts);
    }

    private static void check(double rate, String what) {
        assertThat(rate).as(what).isLessThanOrEqualTo(ALLOWED);
    }

    private interface Kind {
        List<Said> of(Noise noise, int n);
    }

    /**
     * Returns a row for each noise: how often a word was said and how often falsely, in per cent, where neighbours correlate by 0.3
     * and by 0.5.
     */
    private static List<String> rows(String what, Kind kind, int n) {
        List<String> rows = new ArrayList<>();
        for (double scatter : SCATTERS) {
            List<List<Double>> columns = new ArrayList<>();
            IntStream.range(0, 5).forEach(_ -> columns.add(new ArrayList<>()));
            for (double correlation : CORRELATIONS) {
                List<Said> all = kind.of(new Noise(scatter, correlation), n);
                String text = "%s, noise %s, correlation %s".formatted(what, percent(scatter), correlation);
                check(falsely(all, State.STEADY), "falsely steady: " + text);
                check(falsely(all, State.CHANGING), "falsely changing: " + text);
                columns.get(0).add(rate(all, State.STEADY));
                columns.get(1).add(falsely(all, State.STEADY));
                columns.get(2).add(rate(all, State.CHANGING));
                columns.get(3).add(falsely(all, State.CHANGING));
                columns.get(4).add(rate(all, State.NOT_KNOWN));
            }
            rows.add("| %s | %s | %s |"
                    .formatted(
                            what,
                            percent(scatter),
                            String.join(
                                    " | ",
                                    columns.stream().map(SteadyWordsTest::cell).toList())));
        }
        return rows;
    }

    private static List<String> ofWarmUps(int n) {
        List<String> rows = new ArrayList<>();
        for (int tau : new int[] {5, 20, 40}) {
            rows.addAll(rows("falls by " + tau + " s", (noise, many) -> decays(tau, noise, many), n));
        }
        rows.addAll(rows("stays", SteadyWordsTest::level, n));
        rows.addAll(rows("halves or doubles at once", SteadyWordsTest::steps, n));
        return rows;
    }

    private static List<String> ofPhases(int n) {
        List<String> rows = new ArrayList<>();
        for (int seconds : new int[] {30, 180}) {
            rows.addAll(rows("stays, " + seconds + " s", (noise, many) -> phases(noise, seconds, t -> 1, many), n));
            rows.addAll(rows(
                    "rises by 1.5 between thirds, " + seconds + " s",
                    (noise, many) -> phases(noise, seconds, rise(seconds), many),
                    n));
            rows.addAll(rows(
                    "steps up by 10 % half-way, " + seconds + " s",
                    (noise, many) -> phases(noise, seconds, smallStep(seconds), many),
                    n));
        }
        return rows;
    }

    private static List<String> ofLevels(int n) {
        List<String> rows = new ArrayList<>();
        for (int seconds : new int[] {30, 60, 180}) {
            for (double scatter : SCATTERS) {
                List<Double> falsely = new ArrayList<>();
                List<Double> found = new ArrayList<>();
                for (double correlation : CORRELATIONS) {
                    Noise noise = new Noise(scatter, correlation);
                    falsely.add(twoLevels(noise, seconds, t -> 1, n));
                    found.add(twoLevels(noise, seconds, t -> t > 8 && t < 18 ? 3 : 1, n));
                    check(falsely.getLast(), "two levels in %d s, noise %s".formatted(seconds, percent(scatter)));
                }
                rows.add("| %d s | %s | %s | %s |".formatted(seconds, percent(scatter), cell(falsely), cell(found)));
            }
        }
        return rows;
    }

    private static List<String> ofLevelsSince(int n) {
        List<String> rows = new ArrayList<>();
        for (int more : new int[] {0, 10, 50}) {
            for (double scatter : SCATTERS) {
                double level = 1 + more / 100.0;
                List<List<Double>> columns = new ArrayList<>();
                IntStream.range(0, 3).forEach(_ -> columns.add(new ArrayList<>()));
                for (double correlation : CORRELATIONS) {
                    List<Said> all = levelsSince(new Noise(scatter, correlation), level, n);
                    check(
                            falsely(all, State.CHANGING),
                            "another level, %d %% more, noise %s".formatted(more, percent(scatter)));
                    columns.get(0).add(rate(all, State.CHANGING));
                    columns.get(1).add(falsely(all, State.CHANGING));
                    columns.get(2).add(rate(all, State.NOT_KNOWN));
                }
                rows.add("| %d %% above the warm-up | %s | %s |"
                        .formatted(
                                more,
                                percent(scatter),
                                String.join(
                                        " | ",
                                        columns.stream()
                                                .map(SteadyWordsTest::cell)
                                                .toList())));
            }
        }
        return rows;
    }

    @Test
    void noWordIsFalseMoreOftenThanOnceInTwenty() {
        assertThat(ofWarmUps(FEW)).hasSize(15);
        assertThat(ofPhases(4 * FEW)).hasSize(18);
        assertThat(ofLevels(4 * FEW)).hasSize(9);
        assertThat(ofLevelsSince(4 * FEW)).hasSize(9);
    }

    /** A test of steadiness that never decides would be right as well. */
    @Test
    void theWordsAreSaidWhereNoiseLetsThem() {
        Noise quiet = new Noise(0.05, 0.3);
        assertThat(rate(level(quiet, FEW), State.STEADY)).isGreaterThan(0.95);
        assertThat(rate(level(new Noise(0.3, 0.5), FEW), State.STEADY)).isGreaterThan(0.95);
        assertThat(rate(decays(5, quiet, FEW), State.STEADY)).isGreaterThan(0.95);
        assertThat(rate(phases(quiet, 30, rise(30), FEW), State.CHANGING)).isGreaterThan(0.95);
        assertThat(rate(phases(quiet, 30, t -> 1, FEW), State.STEADY)).isGreaterThan(0.95);
        assertThat(rate(phases(new Noise(0.3, 0.5), 180, rise(180), FEW), State.CHANGING))
                .isGreaterThan(0.5);
    }

    /** Simulates many series. A machine whose logarithms differ in the last digit may decide one or two otherwise. */
    @Test
    @Tag("slow")
    void theTablesInTheDocumentsAreThese() throws IOException {
        for (List<String> table : List.of(ofWarmUps(MANY), ofPhases(MANY), ofLevels(MANY), ofLevelsSince(MANY))) {
            String start = table.getFirst().substring(0, table.getFirst().indexOf('.') - 2);
            RulesPage.assertHas("", start, table, RATE, 0.5);
        }
    }
}
