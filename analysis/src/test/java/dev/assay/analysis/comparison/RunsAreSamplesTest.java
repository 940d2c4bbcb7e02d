package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Replication.Sides;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.FailCondition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Simulates runs that differ by themselves, since each has a machine's state of its own, and measures false words where nothing
 * else differs.
 */
class RunsAreSamplesTest {
    private static final Pattern EXACT = Pattern.compile("(?!)");

    private static final double WITHIN_RUNS = 0.05;
    private static final double BETWEEN_RUNS = 0.10;
    private static final int TRIALS = 7;
    private static final int FEW = 100;
    private static final int MANY = 2000;
    private static final double THRESHOLD = 0.25;
    private static final ComparisonRequest P99 =
            new ComparisonRequest(Optional.empty(), Optional.empty(), List.of("response.p99"), 0.05);

    private static MeasuredRun run(String id, String version, SplittableRandom random) {
        MeasuredRun run = new MeasuredRun(id);
        run.version = version;
        double typical = 10 * Math.exp(BETWEEN_RUNS * random.nextGaussian());
        for (int block = 1; block <= TRIALS; block++) {
            run.trial(block, Map.of(), typical * Math.exp(WITHIN_RUNS * random.nextGaussian()));
        }
        return run;
    }

    private static List<RunAnalysis> runs(String version, int n, SplittableRandom random) {
        return IntStream.range(0, n)
                .mapToObj(i -> run(version + "-" + i, version, random).run())
                .toList();
    }

    private static Pair pair(List<RunAnalysis> baseline, List<RunAnalysis> candidate) {
        Comparison comparison = Comparison.ofRuns(baseline, candidate, P99);
        assertThat(comparison.pairs()).hasSize(1);
        return comparison.pairs().getFirst();
    }

    private static Decision decided(List<RunAnalysis> baseline, List<RunAnalysis> candidate) {
        return new Gate(FailCondition.parse("response.p99 > 1.00x"))
                .decide(Comparison.ofRuns(baseline, candidate, P99))
                .getFirst();
    }

    private static double different(int runs, SplittableRandom random) {
        Pair pair = pair(runs("1", runs, random), runs("2", runs, random));
        return pair.statistics().getFirst().difference() == Difference.INCONCLUSIVE ? 0 : 1;
    }

    private static double failed(int runs, SplittableRandom random) {
        return decided(runs("1", runs, random), runs("2", runs, random)).outcome() == Gate.Outcome.FAILED ? 1 : 0;
    }

    private static List<Replication> replications(int onCard, int here, double factor, SplittableRandom random) {
        List<Sides> figures = new ArrayList<>();
        for (int figure = 0; figure < 4; figure++) {
            figures.add(new Sides(values(onCard, 1, random), values(here, factor, random)));
        }
        return Replication.of(figures, THRESHOLD);
    }

    /** Each value is the median of a run's trials, which scatters by about half as much as they do. */
    private static List<Interval> values(int runs, double factor, SplittableRandom random) {
        return IntStream.range(0, runs)
                .mapToObj(_ -> factor
                        * Math.exp(BETWEEN_RUNS * random.nextGaussian() + WITHIN_RUNS / 2 * random.nextGaussian()))
                .map(RatioEstimate::point)
                .toList();
    }

    private interface Seen {
        double of(int runs, SplittableRandom random);
    }

    private static double rate(int runs, int n, Seen seen) {
        return IntStream.range(0, n)
                .parallel()
                .mapToDouble(seed -> seen.of(runs, new SplittableRandom(seed)))
                .average()
                .orElseThrow();
    }

    /** Returns the rates of false words for so many runs a side, each of which may be one in twenty. */
    private static List<Double> falseRates(int runs, int n) {
        List<Double> rates = List.of(
                rate(runs, n, RunsAreSamplesTest::different),
                rate(runs, n, RunsAreSamplesTest::failed),
                rate(runs, n, (count, random) -> contradicted(count, count, random)),
                rate(runs, n, (count, random) -> reproduced(count, count, random)));
        assertSeldom(rates, n);
        return rates;
    }

    private static void assertSeldom(List<Double> rates, int n) {
        assertThat(rates)
                .allSatisfy(rate -> assertThat(rate).isLessThanOrEqualTo(0.05 + 2 * Math.sqrt(0.05 * 0.95 / n)));
    }

    private static double contradicted(int onCard, int here, SplittableRandom random) {
        return replications(onCard, here, 1, random).stream()
                        .anyMatch(figure -> figure.difference() != Difference.INCONCLUSIVE)
                ? 1
                : 0;
    }

    private static double reproduced(int onCard, int here, SplittableRandom random) {
        return replications(onCard, here, 1.3, random).stream().allMatch(Replication::alike) ? 1 : 0;
    }

    /** Returns the rate for a single statistic, whose word is printed beside it. */
    private static double oneReproduced(int onCard, int here, SplittableRandom random) {
        return replications(onCard, here, 1.3, random).getFirst().alike() ? 1 : 0;
    }

    /** Returns the rates of false words for a card of so many runs with fewer here, which can't show their own scatter. */
    private static List<Double> falseRates(int onCard, int here, int n) {
        List<Double> rates = List.of(
                rate(onCard, n, (count, random) -> contradicted(count, here, random)),
                rate(onCard, n, (count, random) -> reproduced(count, here, random)),
                rate(onCard, n, (count, random) -> oneReproduced(count, here, random)));
        assertSeldom(rates, n);
        return rates;
    }

    @Test
    void wordsAreFalseInOneOfTwentyAtMost() {
        falseRates(3, FEW);
        falseRates(3, 1, FEW);
        falseRates(7, 1, FEW);
    }

    /** Two runs or fewer on both sides say too little about how far runs differ. */
    @Test
    void twoRunsASideHaveNoRatio() {
        assertThat(replications(2, 2, 2, new SplittableRandom(1)))
                .allSatisfy(figure -> assertThat(figure.estimate()).isEmpty());
        assertThat(replications(3, 1, 4, new SplittableRandom(1)))
                .anySatisfy(figure -> assertThat(figure.difference()).isEqualTo(Difference.GREATER));
    }

    @Test
    @Tag("slow")
    void theTableInTheDocumentsIsThis() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int runs : new int[] {3, 4, 5, 7}) {
            List<Double> rates = falseRates(runs, MANY);
            rows.add(String.format(
                    Locale.ROOT,
                    "| %d | %.1f | %.1f | %.1f | %.1f |",
                    runs,
                    100 * rates.get(0),
                    100 * rates.get(1),
                    100 * rates.get(2),
                    100 * rates.get(3)));
        }
        List<String> fewer = new ArrayList<>();
        for (int[] runs : new int[][] {{3, 1}, {5, 1}, {7, 1}, {3, 2}}) {
            List<Double> rates = falseRates(runs[0], runs[1], MANY);
            fewer.add(String.format(
                    Locale.ROOT,
                    "| %d | %d | %.1f | %.1f | %.1f |",
                    runs[0],
                    runs[1],
                    100 * rates.get(0),
                    100 * rates.get(1),
                    100 * rates.get(2)));
        }
        RulesPage.assertHas("## Runs and cards", "| 3 | ", rows, EXACT, 0);
        RulesPage.assertHas("## Runs and cards", "| 3 | 1 | ", fewer, EXACT, 0);
    }

    /** Seven trials a side differ by a third, beyond any scatter within the runs: the runs may cause that. */
    @Test
    void oneRunASideHasARatioAndNoWord() {
        MeasuredRun before = new MeasuredRun("before");
        MeasuredRun after = new MeasuredRun("after");
        after.version = "2";
        for (int block = 1; block <= TRIALS; block++) {
            before.trial(block, Map.of(), 10 + 0.01 * block);
            after.trial(block, Map.of(), 13 + 0.01 * block);
        }
        Pair pair = pair(List.of(before.run()), List.of(after.run()));
        ComparedStatistic p99 = pair.statistics().getFirst();

        assertThat(pair.sampling()).isEqualTo(Sampling.TRIALS_OF_RUNS);
        assertThat(p99.estimate().orElseThrow().interval().low()).isGreaterThan(1.29);
        assertThat(p99.n()).isEqualTo(TRIALS);
        assertThat(p99.difference()).isEqualTo(Difference.INCONCLUSIVE);
        assertThat(p99.smallestTold()).isEmpty();
        Decision decision = decided(List.of(before.run()), List.of(after.run()));
        assertThat(decision.outcome()).isEqualTo(Gate.Outcome.UNDECIDED);
        assertThat(decision.why()).isEqualTo("in these runs; how far runs differ by themselves is not known");
    }

    /** Not even a run that fails throughout decides, as the next one may not fail. */
    @Test
    void aRunThatFailsFailsNoGateByItself() {
        List<RunAnalysis> before = runs("1", 3, new SplittableRandom(1));
        List<RunAnalysis> after = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            MeasuredRun failing = new MeasuredRun("after-" + i);
            failing.version = "2";
            for (int block = 1; block <= TRIALS; block++) {
                failing.trial(block, Map.of(), 10, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
            }
            after.add(failing.run());
        }

        assertThat(decided(before.subList(0, 1), after.subList(0, 1)).outcome()).isEqualTo(Gate.Outcome.UNDECIDED);
        assertThat(decided(before, after).outcome()).isEqualTo(Gate.Outcome.FAILED);
        assertThatThrownBy(() -> decided(before, List.of(after.getFirst(), after.getFirst(), after.getLast())))
                .isInstanceOf(Uncomparable.class)
                .hasMessage("after-0 is given twice, but is one run and one sample");
    }

    @Test
    void threeRunsASideAreThreeValuesASide() {
        List<RunAnalysis> before = new ArrayList<>();
        List<RunAnalysis> after = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            MeasuredRun one = new MeasuredRun("before-" + i);
            MeasuredRun other = new MeasuredRun("after-" + i);
            other.version = "2";
            for (int block = 1; block <= TRIALS; block++) {
                one.trial(block, Map.of(), 10 + 0.1 * i + block);
                other.trial(block, Map.of(), 30 + 0.1 * i + block);
            }
            before.add(one.run());
            after.add(other.run());
        }
        ComparedStatistic p99 = pair(before, after).statistics().getFirst();

        assertThat(p99.sampling()).isEqualTo(Sampling.RUNS);
        assertThat(p99.baseline().values()).containsExactly(14e6, 14.1e6, 14.2e6);
        assertThat(p99.difference()).isEqualTo(Difference.GREATER);
        assertThat(p99.estimate().orElseThrow().interval().centre()).isCloseTo(34.1 / 14.1, within(0.01));
    }

    /** A run of whose trials most do not count has no value, which leaves two. */
    @Test
    void aRunCountsWithMostOfItsTrialsOrNotAtAll() {
        List<RunAnalysis> after = new ArrayList<>(runs("2", 2, new SplittableRandom(3)));
        MeasuredRun disturbed = run("disturbed", "2", new SplittableRandom(4));
        for (int block = TRIALS + 1; block <= TRIALS + 3; block++) {
            disturbed.trial(block, Map.of(), 10, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        }
        after.add(disturbed.run());
        ComparedStatistic p99 =
                pair(runs("1", 3, new SplittableRandom(5)), after).statistics().getFirst();

        assertThat(p99.candidate().values()).hasSize(2);
        assertThat(p99.estimate()).isEmpty();
        assertThat(p99.leftOut()).containsOnlyKeys("only 7 of 10 trials of a run count");
    }

    @Test
    void runsOfOneFingerprintAndVersionAreOneSideInTheOrderGiven() {
        SplittableRandom random = new SplittableRandom(6);
        List<RunAnalysis> mixed = List.of(
                run("a", "1", random).run(),
                run("b", "2", random).run(),
                run("c", "1", random).run(),
                run("d", "2", random).run());
        Pair pair = Comparison.ofRuns(mixed, P99).pairs().getFirst();

        assertThat(pair.baseline()).isEqualTo("a and 1 more");
        assertThat(pair.candidate()).isEqualTo("b and 1 more");
        assertThat(pair.statistics().getFirst().n()).isEqualTo(2 * TRIALS);
        assertThatThrownBy(() -> Comparison.ofRuns(mixed.subList(0, 2), mixed.subList(2, 3), P99))
                .isInstanceOf(Uncomparable.class)
                .hasMessageContaining("one fingerprint of settings and machines and one version, but b differs from a");
        MeasuredRun elsewhere = run("e", "1", random);
        elsewhere.environment = Map.of("cpu.model", "another");
        assertThat(Comparison.ofRuns(List.of(mixed.getFirst(), elsewhere.run()), P99)
                        .pairs()
                        .getFirst()
                        .candidate())
                .isEqualTo("e");
    }

    /** Where no known condition differs, the order alone decides which run is the baseline. */
    @Test
    void ofRunsThatAreAllAlikeTheFirstIsTheBaseline() {
        Pair pair = Comparison.ofRuns(runs("1", 5, new SplittableRandom(7)), P99)
                .pairs()
                .getFirst();

        assertThat(pair.baseline()).isEqualTo("1-0");
        assertThat(pair.candidate()).isEqualTo("1-1 and 3 more");
        assertThat(pair.sampling()).isEqualTo(Sampling.TRIALS_OF_RUNS);
    }
}
