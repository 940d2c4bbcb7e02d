package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.capacity.PassRates;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.Interval;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.unit.Fraction;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.search.SearchCourse;
import dev.assay.scenario.search.SearchCourse.Ask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures how often <em>sustained</em> is false, and how often the intervals of three searches miss, over systems that pass a
 * trial with a probability that falls with its rate. The tables are in docs/RULES.md.
 */
class CapacityWordsTest {
    private static final Pattern RATE = Pattern.compile("[0-9]+\\.[0-9]+");
    private static final double ALLOWED = 0.05;
    private static final int MANY = 2000;
    private static final int FEW = 200;
    private static final double TYPICAL = 50_000;

    /** Scales a logistic distribution to a standard deviation of one. */
    private static final double SCALE = Math.sqrt(3) / Math.PI;

    private static final double[] TRIAL_SCATTERS = {0.02, 0.05, 0.10, 0.20};

    /** Lists scatters of clusters and of trials for the intervals of three searches; the first are below the steps of the search. */
    private static final double[][] SMALL_SCATTERS = {
        {0, 0}, {0.01, 0.01}, {0.02, 0.02}, {0.03, 0}, {0.03, 0.03}, {0.05, 0.05}
    };

    private static final double[][] LARGE_SCATTERS = {
        {0.2, 0.05}, {0.2, 0.1}, {0.3, 0.05}, {0.3, 0.1}, {0.4, 0.05}, {0.4, 0.1}
    };

    /** Bounds the lowest missed rate in relation to the confirmed one: 1 / (1 - 5 %). */
    private static final double STEP = 1.053;

    /** Equals the search of scenarios/capacity.yaml. */
    private static final RateSearch SEARCH = new RateSearch(
            new Rate(2_000),
            new Rate(500_000),
            Fraction.parse("5 %"),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            false,
            "none",
            Map.of());

    /** Returns the probability with which trials pass on a cluster, by their rate; at {@code half} it is one half. */
    private static DoubleUnaryOperator cluster(double half, double scatter) {
        return rate -> 1 / (1 + Math.exp(Math.log(rate / half) / (scatter * SCALE)));
    }

    /** @param disturbed the fraction of trials that others disturb, so that missing the rate is no evidence */
    private static CapacityRecord search(DoubleUnaryOperator passes, double disturbed, SplittableRandom random) {
        SearchCourse course = new SearchCourse(SEARCH, false);
        List<CapacityTrial> trials = new ArrayList<>();
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            double rate = ask.rate().perSecond();
            Outcome missed = random.nextDouble() < disturbed ? Outcome.NO_EVIDENCE : Outcome.BAD;
            Outcome outcome = random.nextDouble() < passes.applyAsDouble(rate) ? Outcome.GOOD : missed;
            double seconds = ask.measured().toMillis() / 1e3;
            trials.add(new CapacityTrial("t", ask.purpose(), rate, seconds, outcome, "", false, ""));
            course.take(ask, outcome);
        }
        return new CapacityRecord(
                "made up",
                1,
                Map.of(),
                2_000,
                500_000,
                0.05,
                List.of(),
                course.state(),
                course.stopped(),
                Optional.ofNullable(course.bounds().lower()),
                Optional.ofNullable(course.bounds().upper()),
                0,
                trials);
    }

    private static double normal(SplittableRandom random, double scatter) {
        return Math.exp(scatter * random.nextGaussian());
    }

    // ---- Sustained

    /** Holds, for many searches, the fractions that said sustained, and falsely so, and the mean number of long trials. */
    private record Said(double sustained, double falsely, double trials) {}

    /** @param systems the probability of passing, for one cluster after the other */
    private static Said said(Function<SplittableRandom, DoubleUnaryOperator> systems, double disturbed, int n) {
        List<double[]> all = IntStream.range(0, n)
                .parallel()
                .mapToObj(seed -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    DoubleUnaryOperator passes = systems.apply(random);
                    CapacityRecord found = search(passes, disturbed, random);
                    double rate = found.lowerPerSecond().orElse(0.0);
                    boolean falsely = rate > 0 && passes.applyAsDouble(rate) < 0.5;
                    return new double[] {
                        rate > 0 ? 1 : 0, falsely ? 1 : 0, found.longTrials().size()
                    };
                })
                .toList();
        double[] means = new double[3];
        all.forEach(one -> IntStream.range(0, 3).forEach(i -> means[i] += one[i] / n));
        return new Said(means[0], means[1], means[2]);
    }

    private static String row(String what, Said said) {
        assertThat(said.falsely).as("falsely sustained: " + what).isLessThanOrEqualTo(ALLOWED);
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f |",
                what,
                100 * said.sustained,
                100 * said.falsely,
                said.trials);
    }

    private static List<String> words(int n) {
        List<String> rows = new ArrayList<>();
        for (double scatter : TRIAL_SCATTERS) {
            for (double disturbed : new double[] {0, 0.3}) {
                rows.add(row(
                        "falls, scatter %d %% | %d %%"
                                .formatted(Math.round(100 * scatter), Math.round(100 * disturbed)),
                        said(random -> cluster(TYPICAL * normal(random, 0.2), scatter), disturbed, n)));
            }
        }
        for (int percent : new int[] {49, 40}) {
            for (double disturbed : new double[] {0, 0.3}) {
                rows.add(row(
                        "%d %% at any rate | %d %%".formatted(percent, Math.round(100 * disturbed)),
                        said(_ -> _ -> percent / 100.0, disturbed, 2 * n)));
            }
        }
        return rows;
    }

    // ---- The intervals of three searches

    private static List<CapacityRecord> three(
            double typical, double clusterScatter, double trialScatter, SplittableRandom random) {
        List<CapacityRecord> searches = new ArrayList<>();
        for (int search = 0; search < 3; search++) {
            searches.add(search(cluster(typical * normal(random, clusterScatter), trialScatter), 0, random));
        }
        return searches;
    }

    private static boolean covers(Optional<Interval> interval, double truth) {
        return interval.filter(found -> found.low() <= truth && truth <= found.high())
                .isPresent();
    }

    /**
     * Returns, for many runs of three searches, the fractions that have an interval, whose interval covers R90, whose R50 covers, and
     * whose R90 covers; the width of the first interval, and its ratio to that of the confirmed rates alone. The typical capacity lies
     * anywhere between two rates that are tried.
     */
    private static double[] covered(double[] scatters, int n) {
        double toR90 = Math.exp(-Math.log(9) * scatters[1] * SCALE);
        List<double[]> all = IntStream.range(0, n)
                .parallel()
                .mapToObj(seed -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    double typical = TYPICAL * (1 + 0.5 * random.nextDouble());
                    double r90 = typical * toR90;
                    CapacityEstimate point =
                            new CapacityEstimate("made up", three(typical, scatters[0], scatters[1], random));
                    Optional<Interval> interval = point.readings().interval();
                    Optional<PassRates> rates = point.passRates();
                    return new double[] {
                        interval.isPresent() ? 1 : 0,
                        covers(interval, r90) ? 1 : 0,
                        rates.filter(found -> covers(found.r50().place(false), typical))
                                        .isPresent()
                                ? 1
                                : 0,
                        rates.filter(found -> covers(found.r90().place(false), r90))
                                        .isPresent()
                                ? 1
                                : 0,
                        interval.map(CapacityWordsTest::width).orElse(0.0),
                        interval.map(found -> width(found)
                                        / width(Interval.ofRatios(
                                                        point.readings().values())
                                                .orElseThrow()))
                                .orElse(0.0)
                    };
                })
                .toList();
        double[] means = new double[6];
        for (int i = 0; i < means.length; i++) {
            int column = i;
            double[] values =
                    all.stream().mapToDouble(one -> one[column]).sorted().toArray();
            means[i] = i < 4 ? Arrays.stream(values).average().orElseThrow() : values[n / 2];
        }
        return means;
    }

    private static double width(Interval interval) {
        return interval.high() / interval.low();
    }

    /**
     * Requires a coverage of 95 % minus the uncertainty of so many runs, and a width that exceeds that of the confirmed rates by a
     * step at most.
     */
    private static void requireCovered(String what, double[] covered, int n) {
        double least = 0.95 - 2 * Math.sqrt(0.95 * 0.05 / n);
        assertThat(covered[1] / covered[0]).as("R90, by the interval: " + what).isGreaterThan(least);
        assertThat(covered[2]).as("R50: " + what).isGreaterThan(least);
        assertThat(covered[3]).as("R90: " + what).isGreaterThan(least);
        assertThat(covered[5]).as("wider: " + what).isLessThanOrEqualTo(STEP);
    }

    private static List<String> intervals(int n) {
        List<String> rows = new ArrayList<>();
        for (double[] scatters : Stream.of(SMALL_SCATTERS, LARGE_SCATTERS)
                .flatMap(Arrays::stream)
                .toList()) {
            double[] covered = covered(scatters, n);
            rows.add(String.format(
                    Locale.ROOT,
                    "| %d %% | %d %% | %.1f | %.1f | %.1f | %.1f | %.2f | %.2f |",
                    Math.round(100 * scatters[0]),
                    Math.round(100 * scatters[1]),
                    100 * covered[0],
                    100 * covered[1] / covered[0],
                    100 * covered[2],
                    100 * covered[3],
                    covered[4],
                    covered[5]));
            requireCovered(String.join("\n", rows), covered, n);
        }
        return rows;
    }

    @Test
    void sustainedIsFalseInFewerThanOneInTwenty() {
        assertThat(words(FEW)).hasSize(12);
    }

    /** A search that never decides would be right as well. */
    @Test
    void sustainedIsSaidWhereTrialsAgree() {
        assertThat(said(random -> cluster(TYPICAL * normal(random, 0.2), 0.05), 0, FEW).sustained)
                .isGreaterThan(0.99);
    }

    /** Where clusters and trials hardly scatter, all three searches may confirm the same rate, which none of them knows exactly. */
    @Test
    void theIntervalsCoverWhatTheySay() {
        for (double[] scatters : SMALL_SCATTERS) {
            requireCovered(Arrays.toString(scatters), covered(scatters, FEW / 5), FEW / 5);
        }
        double[] covered = covered(LARGE_SCATTERS[2], FEW);
        assertThat(covered[0]).isEqualTo(1);
        requireCovered(Arrays.toString(LARGE_SCATTERS[2]), covered, FEW);
    }

    /** Simulates many searches. A machine whose logarithms differ in the last digit may decide one or two otherwise. */
    @Test
    @Tag("slow")
    void theTablesInTheDocumentsAreThese() throws IOException {
        List<String> intervals = intervals(MANY);
        for (List<String> table : List.of(words(MANY), intervals)) {
            String start = table.getFirst().substring(0, table.getFirst().indexOf('.') - 2);
            RulesPage.assertHas("", start, table, RATE, 0.5);
        }
    }
}
