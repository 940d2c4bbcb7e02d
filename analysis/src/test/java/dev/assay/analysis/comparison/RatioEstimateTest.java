package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.comparison.RatioEstimate.Method;
import dev.assay.model.result.Interval;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioEstimateTest {
    private static final int COMPARISONS = 4_000;

    /** Draws the scatter of the logarithms of ratios, with a standard deviation of 1; with outliers of 1.8. */
    enum Scatter {
        NORMAL,
        LAPLACE,
        OUTLIERS;

        double next(Random random) {
            return switch (this) {
                case NORMAL -> random.nextGaussian();
                case LAPLACE -> (random.nextBoolean() ? 1 : -1) * Math.log1p(-random.nextDouble()) / Math.sqrt(2);
                case OUTLIERS -> random.nextGaussian() * (random.nextInt(10) == 0 ? 5 : 1);
            };
        }
    }

    /** For n = 7 the interval ends at the third average from either end: P(W ≤ 2) = 3 / 128. */
    @Test
    void sevenBlocksAreBoundedByTheThirdAverageOfTwo() {
        List<Double> logs = List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0);

        RatioEstimate found = estimate(logs);

        // Averages of two in order: 1, 1.5, 2, 2.5, 3, 4, …, 36, 40, 48, 64; the 14th and 15th of 28 are 10 and 12.
        assertThat(Math.log(found.interval().low())).isCloseTo(2, within(1e-9));
        assertThat(Math.log(found.interval().high())).isCloseTo(40, within(1e-9));
        assertThat(found.method()).isEqualTo(Method.SIGNED_RANKS);
        assertThat(found.blocks()).isEqualTo(7);
    }

    @Test
    void fewerThanSixBlocksGoByStudent() {
        RatioEstimate found = estimate(List.of(-0.1, 0.0, 0.1));

        // The half width is t(0.975, 2) = 4.302653, times 0.1 / √3.
        assertThat(found.method()).isEqualTo(Method.STUDENT);
        assertThat(Math.log(found.interval().high())).isCloseTo(0.248_413_787, within(1e-6));
        assertThat(RatioEstimate.withinBlocks(List.of(1.0, 2.0))).isEmpty();
    }

    @Test
    void sidesThatWereNotInterleavedGoByRanksOfAll() {
        List<Double> a = Stream.of(11.0, 12.0, 13.0, 14.0).map(Math::exp).toList();
        List<Double> b = Stream.of(1.0, 2.0, 3.0, 4.0).map(Math::exp).toList();

        RatioEstimate four = RatioEstimate.ofSides(a, b).orElseThrow();
        RatioEstimate three =
                RatioEstimate.ofSides(a.subList(0, 3), b.subList(0, 3)).orElseThrow();

        // None of the 16 differences, 7 to 13, is left out: P(U = 0) = 1 / 70, but P(U ≤ 1) = 2 / 70.
        assertThat(four.method()).isEqualTo(Method.RANK_SUM);
        assertThat(Math.log(four.interval().low())).isCloseTo(7, within(1e-9));
        assertThat(Math.log(four.interval().centre())).isCloseTo(10, within(1e-9));
        assertThat(Math.log(four.interval().high())).isCloseTo(13, within(1e-9));
        assertThat(three.method()).isEqualTo(Method.WELCH);
        // The half width has t(0.975, 4) = 2.776445, times √(1/3 + 1/3).
        assertThat(Math.log(three.interval().high())).isCloseTo(12.266_957, within(1e-5));
        assertThat(RatioEstimate.ofSides(a, b.subList(0, 2))).isEmpty();
    }

    /** The single value is assumed to scatter as the others do: t(0.975, 2) = 4.302653, times 0.1 · √(1 + 1/3). */
    @Test
    void aSideOfOneValueIsTakenToScatterAsTheOtherDoes() {
        List<Interval> one = points(1.0);
        List<Interval> three = points(0.9, 1.0, 1.1);
        RatioEstimate found = RatioEstimate.ofUnequalSides(one, three, 1).orElseThrow();
        RatioEstimate turned = RatioEstimate.ofUnequalSides(three, one, 1).orElseThrow();

        for (RatioEstimate each : List.of(found, turned)) {
            assertThat(each.method()).isEqualTo(Method.POOLED);
            assertThat(Math.log(each.interval().low())).isCloseTo(-0.496_828, within(1e-5));
            assertThat(each.interval().centre()).isCloseTo(1, within(1e-9));
            assertThat(Math.log(each.interval().high())).isCloseTo(0.496_828, within(1e-5));
            assertThat(each.pValue()).isCloseTo(1, within(1e-9));
        }
        // 0.496828 from the mean of the three, t is the quantile of 97.5 %.
        assertThat(RatioEstimate.ofUnequalSides(points(1.496_828), three, 1)
                        .orElseThrow()
                        .pValue())
                .isCloseTo(0.05, within(1e-5));
    }

    /** Both sides scatter: the squares of 0.1 and 0.2 on one side and of 0.1 on the other are divided by 3, t(0.975, 3) = 3.182446. */
    @Test
    void aSideOfTwoValuesAddsItsOwnScatter() {
        RatioEstimate found = RatioEstimate.ofUnequalSides(points(2.8, 3.2), points(0.9, 1.0, 1.1), 1)
                .orElseThrow();

        // √((0.08 + 0.02) / 3 · (1/2 + 1/3)) = 0.166667.
        assertThat(found.method()).isEqualTo(Method.POOLED);
        assertThat(found.blocks()).isEqualTo(3);
        assertThat(Math.log(found.interval().low())).isCloseTo(2 - 0.530_408, within(1e-5));
        assertThat(Math.log(found.interval().high())).isCloseTo(2 + 0.530_408, within(1e-5));
    }

    @Test
    void oneSideHasToTellHowFarValuesScatter() {
        List<Interval> three = points(0.9, 1.0, 1.1);

        assertThat(RatioEstimate.ofUnequalSides(points(1), points(1), 1)).isEmpty();
        assertThat(RatioEstimate.ofUnequalSides(points(1, 2), points(1), 1)).isEmpty();
        assertThat(RatioEstimate.ofUnequalSides(List.of(), three, 1)).isEmpty();
        assertThat(RatioEstimate.ofUnequalSides(three, three, 1).orElseThrow().method())
                .isEqualTo(Method.WELCH);
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "3, 1", "1, 5", "2, 3", "1, 45"})
    void intervalsOfUnequalSidesCoverTheRatio(int m, int n) {
        Random random = new Random(100L * m + n);
        double covered = fraction(() -> {
            Interval found = RatioEstimate.ofUnequalSides(scattered(random, m, 0.3), scattered(random, n, 0), 1)
                    .orElseThrow()
                    .interval();
            return found.low() <= Math.exp(0.3) && found.high() >= Math.exp(0.3);
        });

        assertThat(covered).isGreaterThanOrEqualTo(0.94);
    }

    private static List<Interval> scattered(Random random, int count, double shift) {
        return points(DoubleStream.generate(() -> shift + 0.1 * random.nextGaussian())
                .limit(count)
                .toArray());
    }

    private static List<Interval> points(double... logs) {
        return DoubleStream.of(logs)
                .map(Math::exp)
                .mapToObj(RatioEstimate::point)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 7, 20, 60})
    void turnedSidesGiveTheInverse(int blocks) {
        Random random = new Random(blocks);
        List<Double> logs = random(random, Scatter.NORMAL, blocks, log -> log);
        RatioEstimate there = estimate(logs);
        RatioEstimate back = estimate(logs.stream().map(log -> -log).toList());

        assertThat(there.interval().low()).isCloseTo(1 / back.interval().high(), within(1e-9));
        assertThat(there.interval().centre()).isCloseTo(1 / back.interval().centre(), within(1e-9));
    }

    /** The intervals are of 95 %; the simulation requires 94 %, whatever the scatter. */
    @ParameterizedTest
    @CsvSource({
        "NORMAL, 3",
        "NORMAL, 5",
        "NORMAL, 6",
        "NORMAL, 7",
        "NORMAL, 15",
        "NORMAL, 45",
        "LAPLACE, 3",
        "LAPLACE, 5",
        "LAPLACE, 7",
        "LAPLACE, 15",
        "OUTLIERS, 3",
        "OUTLIERS, 5",
        "OUTLIERS, 7",
        "OUTLIERS, 15"
    })
    void intervalsCoverTheRatio(Scatter scatter, int blocks) {
        Random random = new Random(31L * blocks + scatter.name().hashCode());
        double covered = fraction(() -> {
            RatioEstimate found = estimate(random(random, scatter, blocks, log -> 0.3 + 0.1 * log));
            return found.interval().low() <= Math.exp(0.3) && found.interval().high() >= Math.exp(0.3);
        });

        assertThat(covered).isGreaterThanOrEqualTo(0.94);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 15})
    void intervalsOfSidesCoverTheRatioAsWell(int trials) {
        Random random = new Random(trials);
        double covered = fraction(() -> {
            List<Double> a = random(random, Scatter.LAPLACE, trials, log -> Math.exp(0.3 + 0.1 * log));
            List<Double> b = random(random, Scatter.LAPLACE, trials, log -> Math.exp(0.1 * log));
            RatioEstimate found = RatioEstimate.ofSides(a, b).orElseThrow();
            return found.interval().low() <= Math.exp(0.3) && found.interval().high() >= Math.exp(0.3);
        });

        assertThat(covered).isGreaterThanOrEqualTo(0.94);
    }

    @ParameterizedTest
    @CsvSource({"NORMAL, 0.02", "NORMAL, 0.1", "LAPLACE, 0.1", "OUTLIERS, 0.1", "NORMAL, 0.5"})
    void whatIsAlikeIsInconclusive(Scatter scatter, double deviation) {
        assertThat(told(Difference.INCONCLUSIVE, scatter, deviation, 0)).isGreaterThanOrEqualTo(0.95);
    }

    /** Seven blocks find a difference of 10 % with these probabilities, by the scatter of ratios between blocks. */
    @ParameterizedTest
    @CsvSource({"0.02, 0.99", "0.04, 0.98", "0.06, 0.88", "0.1, 0.48"})
    void aTenthIsFoundWhereBlocksScatterLittle(double deviation, double atLeast) {
        assertThat(told(Difference.GREATER, Scatter.NORMAL, deviation, 0.1)).isGreaterThanOrEqualTo(atLeast);
        assertThat(told(Difference.LESS, Scatter.NORMAL, deviation, 0.1)).isLessThanOrEqualTo(0.01);
    }

    @Test
    void lessThanMattersIsInconclusive() {
        Optional<RatioEstimate> small = Optional.of(estimate(Collections.nCopies(7, Math.log(1.03))));

        assertThat(Difference.of(small, 0.05)).isEqualTo(Difference.INCONCLUSIVE);
        assertThat(Difference.of(small, 0.02)).isEqualTo(Difference.GREATER);
        assertThat(Difference.of(Optional.empty(), 0.05)).hasToString("inconclusive");
        assertThatThrownBy(() -> Difference.of(small, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** With Student's t an infinite value opens its end; ranks treat it as the largest, and know the weight of a rank. */
    @Test
    void whatIsInfiniteOpensTheIntervalUnlessEnoughRanksLieBeyond() {
        assertThat(withInfinite(3, 1).interval().high()).isInfinite();
        assertThat(withInfinite(3, 1).interval().low())
                .as("no rank says that it is not less")
                .isZero();
        assertThat(withInfinite(7, 1).interval().high()).isInfinite();
        assertThat(withInfinite(7, 1).interval().low()).isEqualTo(1);
        assertThat(withInfinite(15, 1).interval().high()).isEqualTo(1);
        assertThat(withInfinite(15, 2).interval().high()).isInfinite();
        assertThat(withInfinite(7, 4).interval().centre()).isInfinite();
        assertThat(withInfinite(7, 4).interval().low()).isEqualTo(1);
        assertThat(withInfinite(7, 7).interval().low()).isInfinite();
        assertThat(withInfinite(7, 7).pValue()).isEqualTo(2 / 128.0);
        assertThat(withInfinite(7, 7).smallestTold(1)).isEmpty();
        assertThat(withInfinite(5, 5).pValue())
                .as("Student's t knows no infinity")
                .isEqualTo(1);
    }

    private static RatioEstimate withInfinite(int blocks, int infinite) {
        List<Interval> ratios = IntStream.range(0, blocks)
                .mapToObj(block -> block < infinite ? Double.POSITIVE_INFINITY : 1)
                .map(ratio -> new Interval(ratio, ratio, ratio))
                .toList();
        return RatioEstimate.withinBlocks(ratios, 1).orElseThrow();
    }

    /** As many blocks fail on each side, so that it is not known which side is greater. */
    @Test
    void failuresOnBothSidesOpenBothEnds() {
        List<Interval> ratios = Stream.of(0, Double.POSITIVE_INFINITY, 1, 1, 1, 1, 1)
                .map(Number::doubleValue)
                .map(ratio -> new Interval(ratio, ratio, ratio))
                .toList();
        RatioEstimate found = RatioEstimate.withinBlocks(ratios, 1).orElseThrow();

        assertThat(found.interval()).isEqualTo(new Interval(0, 1, Double.POSITIVE_INFINITY));
        assertThat(found.pValue()).isEqualTo(1);
        Interval infinite = ratios.get(1);
        List<Interval> sides = List.of(infinite, ratios.get(2), ratios.get(3), ratios.get(4), ratios.get(5));
        RatioEstimate of = RatioEstimate.ofSides(sides, sides, 1).orElseThrow();
        assertThat(of.interval().centre()).isEqualTo(1);
        assertThat(of.pValue()).isEqualTo(1);
    }

    /** The interval spans the ends of all trials' intervals: it is wider than that of the measured values, and contains it. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 7, 12, 45})
    void trialsThatAreIntervalsBoundTheRatioByTheirEnds(int blocks) {
        Random random = new Random(blocks);
        List<Double> logs = random(random, Scatter.NORMAL, blocks, log -> 0.3 + 0.1 * log);
        List<Interval> wide = logs.stream()
                .map(log -> new Interval(
                        Math.exp(log - 0.1 * random.nextDouble()),
                        Math.exp(log),
                        Math.exp(log + 0.2 * random.nextDouble())))
                .toList();
        Interval measured = estimate(logs).interval();
        RatioEstimate found = RatioEstimate.withinBlocks(wide, 1).orElseThrow();
        Interval low = estimate(logarithms(wide, Interval::low)).interval();
        Interval high = estimate(logarithms(wide, Interval::high)).interval();

        assertThat(found.interval().centre()).isCloseTo(measured.centre(), within(1e-9));
        assertThat(found.interval().low()).isCloseTo(low.low(), within(1e-9));
        assertThat(found.interval().high()).isCloseTo(high.high(), within(1e-9));
    }

    private static List<Double> logarithms(List<Interval> intervals, ToDoubleFunction<Interval> end) {
        return intervals.stream().map(one -> Math.log(end.applyAsDouble(one))).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 7, 8, 20, 45})
    void theIntervalLeavesOneOutWhereThePValueIsSmall(int blocks) {
        Random random = new Random(blocks);
        int small = 0;
        for (int i = 0; i < 200; i++) {
            double shift = 0.1 * random.nextGaussian();
            List<Double> logs = random(random, Scatter.NORMAL, blocks, log -> shift + 0.1 * log);
            List<Double> others = random(random, Scatter.NORMAL, blocks, log -> 0.1 * log);
            for (RatioEstimate found : List.of(
                    estimate(logs),
                    RatioEstimate.ofSides(
                                    logs.stream().map(Math::exp).toList(),
                                    others.stream().map(Math::exp).toList())
                            .orElseThrow())) {
                boolean out = found.interval().low() > 1 || found.interval().high() < 1;
                assertThat(found.pValue() <= 0.05).as("%s", found).isEqualTo(out);
                small += out ? 1 : 0;
            }
        }
        assertThat(small).isBetween(20, 380);
    }

    /** With five statistics of 7 blocks no rank is as rare as 1 in 100, but Student's t may be. */
    @Test
    void whereRanksCantReachTheLevelOfOneOfSeveralFiguresStudentDoes() {
        List<Interval> ratios = Stream.of(1.5, 1.51, 1.52, 1.49, 1.5, 1.48, 1.5)
                .map(ratio -> new Interval(ratio, ratio, ratio))
                .toList();

        assertThat(RatioEstimate.withinBlocks(ratios, 1).orElseThrow().pValue()).isEqualTo(2 / 128.0);
        assertThat(RatioEstimate.withinBlocks(ratios, 5).orElseThrow().pValue()).isLessThan(1e-6);
        assertThat(RatioEstimate.withinBlocks(ratios, 5).orElseThrow().method()).isEqualTo(Method.SIGNED_RANKS);
    }

    /** The result is t(0.975, 6) + t(0.9, 6) = 2.446912 + 1.439756, times 0.1, divided by √(7 · 3 / π). */
    @Test
    void theSmallestRatioThatIsToldFollowsFromScatterAndBlocks() {
        assertThat(RatioEstimate.smallestTold(0.1, 7, 6, 1)).isCloseTo(Math.exp(0.150_331), within(1e-5));
        assertThat(RatioEstimate.smallestTold(0.1, 7, 6, 5)).isCloseTo(Math.exp(0.199_083), within(1e-5));
    }

    /** It should be found in nine of ten comparisons; ranks find it slightly more or less often than Student's t. */
    @ParameterizedTest
    @CsvSource({"5, 0.1", "7, 0.1", "7, 0.4", "15, 0.2"})
    void whatCanBeToldIsToldInNineOfTen(int blocks, double deviation) {
        Random random = new Random(blocks);
        double ratio = RatioEstimate.smallestTold(deviation, blocks, blocks - 1, 1);
        double found = fraction(() ->
                estimate(random(random, Scatter.NORMAL, blocks, log -> Math.log(ratio) + deviation * log))
                                .interval()
                                .low()
                        > 1);

        assertThat(found).isBetween(0.85, 0.96);
    }

    /** With a standard deviation of 0.1 and log 1.05, the n with t(n − 1) · 0.1 / √(0.955 n) ≤ 0.0488 is 20. */
    @Test
    void moreBlocksAreAskedForByTheScatter() {
        RatioEstimate three = estimate(List.of(-0.1, 0.0, 0.1));

        assertThat(three.blocksMore(0.05)).contains(17);
        assertThat(three.blocksMore(0.5)).contains(1);
        assertThat(estimate(List.of(-5.0, 0.0, 5.0)).blocksMore(0.01)).isEmpty();
    }

    @Test
    void valuesArePositive() {
        assertThatThrownBy(() -> RatioEstimate.withinBlocks(List.of(1.0, 0.0, 1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive");
    }

    private static double told(Difference wanted, Scatter scatter, double deviation, double injected) {
        Random random =
                new Random(Double.hashCode(deviation) + 7L * scatter.name().hashCode());
        return fraction(() -> Difference.of(
                        Optional.of(
                                estimate(random(random, scatter, 7, log -> Math.log1p(injected) + deviation * log))),
                        Difference.USUAL_THRESHOLD)
                == wanted);
    }

    private static double fraction(Supplier<Boolean> happens) {
        return IntStream.range(0, COMPARISONS).filter(_ -> happens.get()).count() / (double) COMPARISONS;
    }

    private static List<Double> random(Random random, Scatter scatter, int count, DoubleUnaryOperator change) {
        return DoubleStream.generate(() -> scatter.next(random))
                .limit(count)
                .map(change)
                .boxed()
                .toList();
    }

    private static RatioEstimate estimate(List<Double> logs) {
        return RatioEstimate.withinBlocks(logs.stream().map(Math::exp).toList()).orElseThrow();
    }
}
