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
 * By what factor the values of one side are greater than those of the other, after Hodges and Lehmann: latencies multiply,
 * so that all is done on logarithms. The interval covers the ratio in 95 of 100 cases at least, the trials being independent
 * apart from what a block has in common.
 *
 * <p>A trial need not be a point. One that failed lies beyond all others, at infinity or at 0, and ranks as the worst of its side; one of
 * which no more is known than where it lies is an interval, and its ends bound those of the ratio's. Only ranks know of infinity: where there
 * are too few blocks for them, the interval is open at that end.
 *
 * @param interval the ratio, and where it lies; open at an end that failed trials or lower bounds reach
 * @param method how the interval was found
 * @param blocks of which both sides count; of runs that were not interleaved the trials of the side that has fewer, or of the other where it has
 *     fewer than {@value #MIN_BLOCKS}
 * @param logDeviation how far the logarithms of ratios scatter from block to block, as a standard deviation; NaN where too few are finite
 * @param pValue how often chance alone would make two like sides differ by as much, in either direction
 */
public record RatioEstimate(Interval interval, Method method, int blocks, double logDeviation, double pValue) {
    /** From so many blocks on there is an interval. */
    public static final int MIN_BLOCKS = 3;

    /** How often words may be false. */
    public static final double LEVEL = 0.05;

    /** More than that are not asked for: nobody runs them. */
    private static final int MAX_BLOCKS = 1_000;

    private static final double TAIL = LEVEL / 2;

    /** What is called the smallest ratio that can be told is told so often. */
    private static final double TOLD = 0.9;

    /** Up to so many trials a side the distribution of ranks is counted; beyond it is as good as normal. */
    private static final int COUNTED = 40;

    /** What ranks need in trials against Student's t where values are normal: 3 / π (Hodges and Lehmann 1956). */
    private static final double EFFICIENCY_OF_RANKS = 3 / Math.PI;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** How an interval is found. */
    public enum Method {
        /** Wilcoxon's signed ranks of the ratios within blocks: needs symmetric scatter, no more (from 6 blocks on). */
        SIGNED_RANKS("signed ranks within blocks"),
        /** Student's t of the logarithms within blocks: fewer than 6 can't reach 95 % by their ranks alone. */
        STUDENT("Student's t on logarithms within blocks, as there are fewer than 6"),
        /** Ranks of all trials of both sides, which were not interleaved (from 4 trials a side on). */
        RANK_SUM("ranks of all values of both sides, which were not interleaved"),
        /** Welch's t of the logarithms of sides that were not interleaved. */
        WELCH("Welch's t on logarithms, as there are fewer than 4 values a side, which were not interleaved"),
        /** Student's t of the logarithms with the scatter of both sides together, as one alone can't tell its own. */
        POOLED("Student's t on logarithms, with the scatter of both sides together, as one has fewer than 3 values");

        private final String text;

        Method(String text) {
            this.text = text;
        }

        /** Whether both sides were measured in the same blocks. */
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
     * The ratio of two sides that were measured in the same blocks, so that what moves both alike divides out.
     *
     * @param ratios one of each block, all positive
     * @return empty below {@value #MIN_BLOCKS} blocks
     */
    public static Optional<RatioEstimate> withinBlocks(List<Double> ratios) {
        requireFinite(ratios);
        return withinBlocks(ratios.stream().map(RatioEstimate::point).toList(), 1);
    }

    /**
     * The same where a ratio may be anywhere in an interval, or be 0 or infinite because a trial of its block failed.
     *
     * @param ratios where that of each block lies
     * @param family how many statistics are judged together, of which it is one
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
     * The ratio of two sides that were measured one after the other: what the machine did meanwhile is part of it.
     *
     * @param a values of the one, all positive
     * @param b values of the other, by which is divided, all positive
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
     * The same where a value may be anywhere in an interval, or be 0 or infinite because its trial failed.
     *
     * @param family how many statistics are judged together, of which it is one
     */
    static Optional<RatioEstimate> ofSides(List<Interval> a, List<Interval> b, int family) {
        return Math.min(a.size(), b.size()) < MIN_BLOCKS ? Optional.empty() : ofUnequalSides(a, b, family);
    }

    /**
     * The same where one side may have only one or two values, which are taken to scatter as those of the other do.
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

    /** Ratios within blocks, as logarithms: the least, what was measured, and the most that each can be. */
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

        /** Student's end of the mean; open where a value is infinite. */
        private static double student(double[] logs, int sign) {
            int n = logs.length;
            return finite(logs).length < n
                    ? sign * Double.POSITIVE_INFINITY
                    : mean(logs) + sign * half(deviation(logs) / Math.sqrt(n), n - 1.0);
        }

        /** How often Student's t would be as large, or as small; always where a value is infinite. */
        private static double survival(double[] logs, int sign) {
            int n = logs.length;
            return finite(logs).length < n
                    ? 1
                    : RatioEstimate.survival(sign * mean(logs), deviation(logs) / Math.sqrt(n), n - 1.0);
        }

        /**
         * The means of all pairs, each with itself included, in order.
         *
         * @param undefined what stands for the mean of two that failed on one side each
         */
        private static double[] averages(double[] logs, double undefined) {
            return sorted(IntStream.range(0, logs.length)
                    .boxed()
                    .flatMapToDouble(i ->
                            IntStream.rangeClosed(0, i).mapToDouble(j -> or((logs[i] + logs[j]) / 2, undefined)))
                    .toArray());
        }
    }

    /** Logarithms of both sides. */
    private static final class Differences {
        private final double[] a;
        private final double[] b;

        Differences(double[] a, double[] b) {
            this.a = a;
            this.b = b;
        }

        /**
         * All of them, in order.
         *
         * @param undefined what stands for that of two that failed
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

        /** Whether a side has too few values to tell its own scatter. */
        boolean pooled() {
            return Math.min(a.length, b.length) < MIN_BLOCKS;
        }

        double error() {
            return pooled()
                    ? Math.sqrt((squares(a) + squares(b)) / freedom() * (1.0 / a.length + 1.0 / b.length))
                    : Math.sqrt(variance(a) / a.length + variance(b) / b.length);
        }

        /** Degrees of freedom, of sides that tell their own scatter after Welch (1947) and Satterthwaite (1946). */
        double freedom() {
            int m = a.length;
            int n = b.length;
            double error = pooled() ? 0 : error();
            return error == 0
                    ? m + n - 2.0
                    : Math.pow(error, 4)
                            / (Math.pow(variance(a) / m, 2) / (m - 1) + Math.pow(variance(b) / n, 2) / (n - 1));
        }

        /** Welch's end of the difference; open where a value is infinite. */
        double welch(int sign) {
            return isFinite() ? mean() + sign * half(error(), freedom()) : sign * Double.POSITIVE_INFINITY;
        }

        double survival(int sign) {
            return isFinite() ? RatioEstimate.survival(sign * mean(), error(), freedom()) : 1;
        }
    }

    /** Two sides: the least, what was measured, and the most that the ratio can be. */
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
     * How many more blocks it takes, about, until the interval leaves 1 out, should the ratio and its scatter stay what they are; or
     * until it would for a ratio at the threshold, where this one is nearer to 1.
     *
     * @param threshold the least difference that matters, as a fraction
     * @return empty where it would take more than {@value #MAX_BLOCKS}
     */
    public Optional<Integer> blocksMore(double threshold) {
        return blocksFor(Math.max(Math.abs(Math.log(interval.centre())), Math.log1p(threshold)));
    }

    /**
     * How many more blocks it takes, about, until the interval leaves that ratio out, should estimate and scatter stay what they are.
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
     * The smallest ratio above 1 that comparisons of so many blocks, with this scatter, tell from 1 in nine of ten cases; its inverse is the
     * largest below 1.
     *
     * @param family how many statistics are judged together: the level is that of the first of them after Holm
     * @return empty where the scatter is not known
     */
    public OptionalDouble smallestTold(int family) {
        return Double.isNaN(logDeviation)
                ? OptionalDouble.empty()
                : OptionalDouble.of(smallestTold(
                        logDeviation, blocks, method.interleaved() ? blocks - 1 : 2 * (blocks - 1), family));
    }

    /**
     * The same of any scatter.
     *
     * @param logDeviation of the logarithms of ratios, from block to block
     * @param freedom degrees of freedom with which the scatter is known
     * @param family how many statistics are judged together
     */
    public static double smallestTold(double logDeviation, int blocks, int freedom, int family) {
        TDistribution student = TDistribution.of(freedom);
        double needed =
                student.inverseSurvivalProbability(TAIL / family) + student.inverseSurvivalProbability(1 - TOLD);
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

    /** Of two or more values; otherwise NaN. */
    private static double deviation(double[] values) {
        return values.length < 2 ? Double.NaN : Math.sqrt(variance(values));
    }

    private static double variance(double[] values) {
        return squares(values) / (values.length - 1);
    }

    /** The sum of squared deviations from the mean. */
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

    /** How often t would be that large. */
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

    /** An interval from logarithms; rounding aside, its centre lies within. */
    private static Interval interval(double low, double centre, double high) {
        return new Interval(Math.exp(Math.min(low, centre)), Math.exp(centre), Math.exp(Math.max(high, centre)));
    }

    /**
     * The place of the lower end among the sorted values, and of the upper one from above (Hollander, Wolfe and Chicken, Nonparametric Statistical
     * Methods, sections 3.3 and 4.3): counted from 0, so that the statistic is
     * at most that number with a probability of no more than the tail's.
     *
     * @param ways in which it takes each value; none where it is taken as normal
     * @param max its largest value
     * @param deviation its standard deviation
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

    /** How often the statistic is that or more. */
    private static double atLeast(int value, double[] ways, double max, double deviation) {
        return ways.length == 0
                ? NORMAL.survivalProbability((value - 0.5 - max / 2) / deviation)
                : Arrays.stream(ways, value, ways.length).sum()
                        / Arrays.stream(ways).sum();
    }

    /** In how many ways ranks 1 to n with signs have each sum of the positive ones. */
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

    /** In how many ways m values of one side and n of the other have each number of pairs with the one above the other. */
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
