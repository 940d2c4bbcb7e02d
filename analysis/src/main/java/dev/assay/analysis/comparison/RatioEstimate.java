package dev.assay.analysis.comparison;

import dev.assay.model.result.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates by what factor the values of one side are greater than those of the other, after Hodges and Lehmann: latencies
 * multiply, so that all is done on logarithms. The interval covers the ratio in 95 of 100 cases at least, if the trials are
 * independent apart from what a block has in common.
 *
 * <p>A trial need not be a point. A failed trial lies beyond all others, at infinity or at 0, and ranks as the worst of its side;
 * a trial may also be an interval, whose ends bound those of the ratio's interval. Only ranks can handle infinity: where there are
 * too few blocks for them, the interval is open at that end.
 *
 * @param interval of the ratio, with the estimate as its centre; open at an end that failed trials or lower bounds reach
 * @param method how the interval was found
 * @param blocks of which both sides count; of runs that were not interleaved the trials of the side that has fewer, or of the
 *     other where it has fewer than {@value #MIN_BLOCKS}
 * @param logDeviation standard deviation of the logarithms of ratios between blocks; NaN where too few are finite
 * @param pValue how often chance alone would make two equal sides differ by as much, in either direction
 */
public record RatioEstimate(Interval interval, Method method, int blocks, double logDeviation, double pValue) {
    public static final int MIN_BLOCKS = 3;

    /** Gives the probability with which a difference may be asserted falsely. */
    public static final double LEVEL = 0.05;

    /** Bounds the advice for more blocks: nobody runs more than that. */
    private static final int MAX_BLOCKS = 1_000;

    private static final double TAIL = LEVEL / 2;

    /** Gives the probability with which {@link #smallestTold} is distinguished from 1. */
    private static final double POWER = 0.9;

    /** Bounds the number of trials per side up to which the distribution of ranks is counted; beyond it is nearly normal. */
    private static final int COUNTED = 40;

    /** Gives the efficiency of ranks compared with Student's t for normal values: 3 / π (Hodges and Lehmann 1956). */
    private static final double EFFICIENCY_OF_RANKS = 3 / Math.PI;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    public enum Method {
        /** Uses Wilcoxon's signed ranks of the ratios within blocks, which only need symmetric scatter (from 6 blocks on). */
        SIGNED_RANKS("signed ranks within blocks"),
        /** Uses Student's t of the logarithms within blocks: fewer than 6 can't reach 95 % by their ranks alone. */
        STUDENT("Student's t on logarithms within blocks, as there are fewer than 6"),
        /** Uses ranks of all trials of both sides, which were not interleaved (from 4 trials a side on). */
        RANK_SUM("ranks of all values of both sides, which were not interleaved"),
        WELCH("Welch's t on logarithms, as there are fewer than 4 values a side, which were not interleaved"),
        /** Uses Student's t of the logarithms with the pooled scatter of both sides, as one has too few values for its own. */
        POOLED("Student's t on logarithms, with the scatter of both sides together, as one has fewer than 3 values");

        private final String text;

        Method(String text) {
            this.text = text;
        }

        public boolean interleaved() {
            return this == SIGNED_RANKS || this == STUDENT;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public RatioEstimate {
        if (blocks < MIN_BLOCKS) {
            throw new IllegalArgumentException(
                    "a ratio needs at least " + MIN_BLOCKS + " blocks, but there are " + blocks);
        }
    }

    /**
     * Estimates the ratio of two sides that were measured in the same blocks, so that common influences cancel.
     *
     * @param ratios one of each block, all positive
     * @return empty below {@value #MIN_BLOCKS} blocks
     */
    public static Optional<RatioEstimate> withinBlocks(List<Double> ratios) {
        requireFinite(ratios);
        return withinBlocks(ratios.stream().map(RatioEstimate::point).toList(), 1);
    }

    /**
     * Estimates the ratio where that of a block may be anywhere in an interval, or 0 or infinite because a trial of the block failed.
     *
     * @param ratios the interval of each block's ratio
     * @param family the number of statistics judged together, this one included
     * @return empty below {@value #MIN_BLOCKS} blocks
     */
    public static Optional<RatioEstimate> withinBlocks(List<Interval> ratios, int family) {
        return ratios.size() < MIN_BLOCKS
                ? Optional.empty()
                : Optional.of(new Blocks(
                                logarithms(ratios, Interval::low),
                                logarithms(ratios, Interval::centre),
                                logarithms(ratios, Interval::high))
                        .estimate(family));
    }

    /**
     * Returns how often chance alone would put blocks so far from a ratio, in either direction, if it were the true one.
     *
     * @param ratios the interval of each block's ratio, in {@value #MIN_BLOCKS} blocks at least
     * @param family the number of statistics judged together
     */
    public static double pValue(double ratio, List<Interval> ratios, int family) {
        List<Interval> relative = ratios.stream()
                .map(one -> new Interval(one.low() / ratio, one.centre() / ratio, one.high() / ratio))
                .toList();
        return withinBlocks(relative, family).orElseThrow().pValue();
    }

    /**
     * Returns the size of a family that is judged at {@link #LEVEL} as strictly as this one at a stricter level, which ranks of a few
     * blocks can't reach, but Student's t can.
     *
     * @param family the number of statistics judged together
     */
    public static int family(int family, double level) {
        return (int) (family * LEVEL / level);
    }

    /**
     * Estimates the ratio of two sides that were measured one after the other: changes of the machine in between are part of it.
     *
     * @param a values of one side, all positive
     * @param b values of the other, the divisors, all positive
     * @return empty where a side has fewer than {@value #MIN_BLOCKS} trials
     */
    public static Optional<RatioEstimate> ofSides(List<Double> a, List<Double> b) {
        requireFinite(a);
        requireFinite(b);
        return ofSides(
                a.stream().map(RatioEstimate::point).toList(),
                b.stream().map(RatioEstimate::point).toList(),
                1);
    }

    /**
     * Estimates the ratio of two sides where a value may be anywhere in an interval, or 0 or infinite because its trial failed.
     *
     * @param family the number of statistics judged together, this one included
     */
    static Optional<RatioEstimate> ofSides(List<Interval> a, List<Interval> b, int family) {
        return Math.min(a.size(), b.size()) < MIN_BLOCKS ? Optional.empty() : ofUnequalSides(a, b, family);
    }

    /**
     * Estimates the ratio where one side may have only one or two values, which are assumed to scatter as those of the other do.
     *
     * @return empty where neither side has {@value #MIN_BLOCKS} values, or one has none
     */
    static Optional<RatioEstimate> ofUnequalSides(List<Interval> a, List<Interval> b, int family) {
        return Math.max(a.size(), b.size()) < MIN_BLOCKS || a.isEmpty() || b.isEmpty()
                ? Optional.empty()
                : Optional.of(new Sides(
                                new Differences(logarithms(a, Interval::low), logarithms(b, Interval::high)),
                                new Differences(logarithms(a, Interval::centre), logarithms(b, Interval::centre)),
                                new Differences(logarithms(a, Interval::high), logarithms(b, Interval::low)))
                        .estimate(family));
    }

    /** Returns the geometric mean of ratios of one cluster; anywhere from 0 to infinity where a trial of either side failed. */
    static Interval mean(List<Interval> ratios) {
        if (ratios.size() == 1) {
            return ratios.getFirst();
        }
        double centre = mean(logarithms(ratios, Interval::centre));
        return interval(
                or(mean(logarithms(ratios, Interval::low)), Double.NEGATIVE_INFINITY),
                or(centre, 0),
                or(mean(logarithms(ratios, Interval::high)), Double.POSITIVE_INFINITY));
    }

    static Interval point(double value) {
        return new Interval(value, value, value);
    }

    private static void requireFinite(List<Double> values) {
        if (values.stream().anyMatch(value -> !(value > 0) || value.isInfinite())) {
            throw new IllegalArgumentException("ratios need positive finite values, but the values are " + values);
        }
    }

    private static double[] logarithms(List<Interval> values, ToDoubleFunction<Interval> of) {
        return values.stream().mapToDouble(of).map(Math::log).toArray();
    }

    private static final class Blocks {
        private final double[] low;
        private final double[] measured;
        private final double[] high;

        Blocks(double[] low, double[] measured, double[] high) {
            this.low = low;
            this.measured = measured;
            this.high = high;
        }

        RatioEstimate estimate(int family) {
            int n = measured.length;
            double[] finite = finite(measured);
            double deviation = deviation(finite);
            int left = place(n, TAIL);
            double[] averages = averages(measured, 0);
            double centre = left < 0 && finite.length == n ? mean(measured) : median(averages);
            double lower = left < 0 ? student(low, -1) : averages(low, Double.NEGATIVE_INFINITY)[left];
            double[] upper = averages(high, Double.POSITIVE_INFINITY);
            return new RatioEstimate(
                    RatioEstimate.interval(lower, centre, left < 0 ? student(high, 1) : upper[upper.length - 1 - left]),
                    left < 0 ? Method.STUDENT : Method.SIGNED_RANKS,
                    n,
                    deviation,
                    pValue(family));
        }

        private double pValue(int family) {
            int n = measured.length;
            if (place(n, TAIL / family) < 0) {
                return twoSided(survival(low, 1), survival(high, -1));
            }
            double[] ways = n <= COUNTED ? signedRanks(n) : new double[0];
            return twoSided(
                    atLeast(above(averages(low, Double.NEGATIVE_INFINITY)), ways, maximum(n), spread(n)),
                    atLeast(below(averages(high, Double.POSITIVE_INFINITY)), ways, maximum(n), spread(n)));
        }

        private static int place(int n, double tail) {
            return RatioEstimate.place(n <= COUNTED ? signedRanks(n) : new double[0], maximum(n), spread(n), tail);
        }

        private static double maximum(int n) {
            return n * (n + 1.0) / 2;
        }

        private static double spread(int n) {
            return Math.sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24);
        }

        /** Returns an end of Student's interval of the mean; infinite where a value is infinite. */
        private static double student(double[] logs, int sign) {
            int n = logs.length;
            return finite(logs).length < n
                    ? sign * Double.POSITIVE_INFINITY
                    : mean(logs) + sign * half(deviation(logs) / Math.sqrt(n), n - 1.0);
        }

        /** Returns how often Student's t would be as large, or as small; 1 where a value is infinite. */
        private static double survival(double[] logs, int sign) {
            int n = logs.length;
            return finite(logs).length < n
                    ? 1
                    : RatioEstimate.survival(sign * mean(logs), deviation(logs) / Math.sqrt(n), n - 1.0);
        }

        /**
         * Returns the means of all pairs, each value paired with itself too, in ascending order.
         *
         * @param undefined the mean of two that failed on opposite sides
         */
        private static double[] averages(double[] logs, double undefined) {
            return sorted(IntStream.range(0, logs.length)
                    .boxed()
                    .flatMapToDouble(i ->
                            IntStream.rangeClosed(0, i).mapToDouble(j -> or((logs[i] + logs[j]) / 2, undefined)))
                    .toArray());
        }
    }

    private static final class Differences {
        private final double[] a;
        private final double[] b;

        Differences(double[] a, double[] b) {
            this.a = a;
            this.b = b;
        }

        /**
         * Returns all differences in ascending order.
         *
         * @param undefined the difference of two that failed
         */
        double[] all(double undefined) {
            return sorted(Arrays.stream(a)
                    .flatMap(one -> Arrays.stream(b).map(other -> or(one - other, undefined)))
                    .toArray());
        }

        boolean isFinite() {
            return finite(a).length == a.length && finite(b).length == b.length;
        }

        double mean() {
            return RatioEstimate.mean(a) - RatioEstimate.mean(b);
        }

        boolean pooled() {
            return Math.min(a.length, b.length) < MIN_BLOCKS;
        }

        double error() {
            return pooled()
                    ? Math.sqrt((squares(a) + squares(b)) / freedom() * (1.0 / a.length + 1.0 / b.length))
                    : Math.sqrt(variance(a) / a.length + variance(b) / b.length);
        }

        /** Returns the degrees of freedom, after Welch (1947) and Satterthwaite (1946) where each side estimates its own scatter. */
        double freedom() {
            int m = a.length;
            int n = b.length;
            double error = pooled() ? 0 : error();
            return error == 0
                    ? m + n - 2.0
                    : Math.pow(error, 4)
                            / (Math.pow(variance(a) / m, 2) / (m - 1) + Math.pow(variance(b) / n, 2) / (n - 1));
        }

        /** Returns an end of Welch's interval of the difference; infinite where a value is infinite. */
        double welch(int sign) {
            return isFinite() ? mean() + sign * half(error(), freedom()) : sign * Double.POSITIVE_INFINITY;
        }

        double survival(int sign) {
            return isFinite() ? RatioEstimate.survival(sign * mean(), error(), freedom()) : 1;
        }
    }

    private record Sides(Differences low, Differences measured, Differences high) {
        RatioEstimate estimate(int family) {
            int m = measured.a.length;
            int n = measured.b.length;
            int left = place(TAIL);
            double[] lower = low.all(Double.NEGATIVE_INFINITY);
            double[] upper = high.all(Double.POSITIVE_INFINITY);
            double centre = left < 0 && measured.isFinite() ? measured.mean() : median(measured.all(0));
            return new RatioEstimate(
                    RatioEstimate.interval(
                            left < 0 ? low.welch(-1) : lower[left],
                            centre,
                            left < 0 ? high.welch(1) : upper[upper.length - 1 - left]),
                    left >= 0 ? Method.RANK_SUM : measured.pooled() ? Method.POOLED : Method.WELCH,
                    measured.pooled() ? Math.max(m, n) : Math.min(m, n),
                    Math.hypot(deviation(finite(measured.a)), deviation(finite(measured.b))),
                    pValue(family, lower, upper));
        }

        private double pValue(int family, double[] lower, double[] upper) {
            return place(TAIL / family) < 0
                    ? twoSided(low.survival(1), high.survival(-1))
                    : twoSided(
                            atLeast(above(lower), ways(), maximum(), spread()),
                            atLeast(below(upper), ways(), maximum(), spread()));
        }

        private int place(double tail) {
            return RatioEstimate.place(ways(), maximum(), spread(), tail);
        }

        private double[] ways() {
            int m = measured.a.length;
            int n = measured.b.length;
            return Math.max(m, n) <= COUNTED ? rankSums(m, n) : new double[0];
        }

        private double maximum() {
            return (double) measured.a.length * measured.b.length;
        }

        private double spread() {
            int m = measured.a.length;
            int n = measured.b.length;
            return Math.sqrt(m * (double) n * (m + n + 1) / 12);
        }
    }

    /**
     * Estimates how many more blocks are needed until the interval excludes 1, if the ratio and its scatter stay what they are; where
     * this ratio is nearer to 1 than the threshold, until it would for a ratio at the threshold.
     *
     * @param threshold the least difference that matters, as a fraction
     * @return empty where it would take more than {@value #MAX_BLOCKS}
     */
    public Optional<Integer> blocksMore(double threshold) {
        return blocksFor(Math.max(Math.abs(Math.log(interval.centre())), Math.log1p(threshold)));
    }

    /**
     * Estimates how many more blocks are needed until the interval excludes {@code ratio}, if estimate and scatter stay what they are.
     *
     * @return empty where it would take more than {@value #MAX_BLOCKS}
     */
    public Optional<Integer> blocksToTell(double ratio) {
        return blocksFor(Math.abs(Math.log(interval.centre() / ratio)));
    }

    private Optional<Integer> blocksFor(double half) {
        return IntStream.rangeClosed(blocks + 1, MAX_BLOCKS)
                .filter(n -> Double.isFinite(half) && quantile(n - 1.0) * logDeviation / effective(n) <= half)
                .mapToObj(n -> n - blocks)
                .findFirst();
    }

    /**
     * Returns the smallest ratio above 1 that comparisons of so many blocks, with this scatter, distinguish from 1 in nine of
     * ten cases; its inverse is the largest below 1.
     *
     * @param family the number of statistics judged together: the level is that of the first of them after Holm
     * @return empty where the scatter is not known
     */
    public OptionalDouble smallestTold(int family) {
        return Double.isNaN(logDeviation)
                ? OptionalDouble.empty()
                : OptionalDouble.of(smallestTold(
                        logDeviation, blocks, method.interleaved() ? blocks - 1 : 2 * (blocks - 1), family));
    }

    /**
     * Returns the smallest ratio above 1 that comparisons with a given scatter distinguish from 1 in nine of ten cases.
     *
     * @param logDeviation of the logarithms of ratios between blocks
     * @param freedom degrees of freedom with which the scatter is known
     * @param family the number of statistics judged together
     */
    public static double smallestTold(double logDeviation, int blocks, int freedom, int family) {
        TDistribution student = TDistribution.of(freedom);
        double needed =
                student.inverseSurvivalProbability(TAIL / family) + student.inverseSurvivalProbability(1 - POWER);
        return Math.exp(needed * logDeviation / effective(blocks));
    }

    private static double effective(int n) {
        return Math.sqrt(n * EFFICIENCY_OF_RANKS);
    }

    private static double or(double value, double undefined) {
        return Double.isNaN(value) ? undefined : value;
    }

    private static double[] finite(double[] values) {
        return Arrays.stream(values).filter(Double::isFinite).toArray();
    }

    private static double[] sorted(double[] values) {
        Arrays.sort(values);
        return values;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Returns the standard deviation of two or more values; otherwise NaN. */
    private static double deviation(double[] values) {
        return values.length < 2 ? Double.NaN : Math.sqrt(variance(values));
    }

    private static double variance(double[] values) {
        return squares(values) / (values.length - 1);
    }

    private static double squares(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }

    private static double quantile(double freedom) {
        return TDistribution.of(freedom).inverseSurvivalProbability(TAIL);
    }

    private static double half(double error, double freedom) {
        return error == 0 ? 0 : quantile(freedom) * error;
    }

    private static double survival(double mean, double error, double freedom) {
        if (error == 0) {
            return mean > 0 ? 0 : 1;
        }
        return TDistribution.of(freedom).survivalProbability(mean / error);
    }

    private static double twoSided(double above, double below) {
        return Math.min(1, 2 * Math.min(above, below));
    }

    private static int above(double[] logs) {
        return (int) Arrays.stream(logs).filter(log -> log > 0).count();
    }

    private static int below(double[] logs) {
        return (int) Arrays.stream(logs).filter(log -> log < 0).count();
    }

    private static double median(double[] sorted) {
        int n = sorted.length;
        return or((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, 0);
    }

    /** Returns an interval from logarithms, with its centre inside despite rounding. */
    private static Interval interval(double low, double centre, double high) {
        return new Interval(Math.exp(Math.min(low, centre)), Math.exp(centre), Math.exp(Math.max(high, centre)));
    }

    /**
     * Returns the index of the lower end among the sorted values, and of the upper one from above (Hollander, Wolfe and Chicken,
     * Nonparametric Statistical Methods, sections 3.3 and 4.3). It is counted from 0, so that the statistic is at most that number
     * with a probability of no more than the tail's.
     *
     * @param ways the number of ways for each value of the statistic; none where it is taken as normal
     * @param max the statistic's largest value
     * @param deviation the statistic's standard deviation
     * @return −1 where there is none
     */
    private static int place(double[] ways, double max, double deviation, double tail) {
        if (ways.length == 0) {
            return (int) Math.floor(max / 2 - NORMAL.inverseSurvivalProbability(tail) * deviation - 0.5);
        }
        double all = Arrays.stream(ways).sum();
        double sum = 0;
        int value = 0;
        while ((sum + ways[value]) / all <= tail) {
            sum += ways[value];
            value++;
        }
        return value - 1;
    }

    /** Returns how often the statistic is at least {@code value}. */
    private static double atLeast(int value, double[] ways, double max, double deviation) {
        return ways.length == 0
                ? NORMAL.survivalProbability((value - 0.5 - max / 2) / deviation)
                : Arrays.stream(ways, value, ways.length).sum()
                        / Arrays.stream(ways).sum();
    }

    /** Counts the ways in which signed ranks 1 to n have each sum of the positive ones. */
    private static double[] signedRanks(int n) {
        double[] ways = new double[n * (n + 1) / 2 + 1];
        ways[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int sum = ways.length - 1; sum >= rank; sum--) {
                ways[sum] += ways[sum - rank];
            }
        }
        return ways;
    }

    /** Counts the ways in which m values of one side and n of the other have each number of pairs with the first above the second. */
    private static double[] rankSums(int m, int n) {
        // The Gaussian binomial coefficient: the product of (1 − q^(n+i)) / (1 − q^i) for i from 1 to m.
        double[] ways = new double[m * n + 1];
        ways[0] = 1;
        for (int i = 1; i <= m; i++) {
            for (int sum = ways.length - 1; sum >= n + i; sum--) {
                ways[sum] -= ways[sum - n - i];
            }
            for (int sum = i; sum < ways.length; sum++) {
                ways[sum] += ways[sum - i];
            }
        }
        return ways;
    }
}
