package dev.assay.analysis.comparison;

import dev.assay.model.result.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By what factor the values of one side are greater than those of the other, after Hodges and Lehmann: latencies multiply,
 * so that all is done on logarithms. The interval covers the ratio in 95 of 100 cases at least, the trials being independent
 * apart from what a block has in common.
 *
 * @param interval the ratio, and where it lies
 * @param method how the interval was found
 * @param blocks of which both sides count; of runs that were not interleaved the trials of the side that has fewer
 * @param logDeviation how far the logarithms of ratios scatter from block to block, as a standard deviation
 */
public record RatioEstimate(Interval interval, Method method, int blocks, double logDeviation) {
    /** From so many blocks on there is an interval. */
    public static final int MIN_BLOCKS = 3;

    /** More than that are not asked for: nobody runs them. */
    private static final int MAX_BLOCKS = 1_000;

    private static final double TAIL = 0.025;

    private static final double NORMAL_QUANTILE = 1.959_963_984_540_054;

    /** Up to so many trials a side the distribution of ranks is counted; beyond it is as good as normal. */
    private static final int COUNTED = 40;

    /** What ranks need in trials against Student's t where values are normal: 3 / π (Hodges and Lehmann 1956). */
    private static final double EFFICIENCY_OF_RANKS = 3 / Math.PI;

    /** How an interval is found. */
    public enum Method {
        /** Wilcoxon's signed ranks of the ratios within blocks: needs symmetric scatter, no more (from 6 blocks on). */
        SIGNED_RANKS("signed ranks within blocks"),
        /** Student's t of the logarithms within blocks: fewer than 6 can't reach 95 % by their ranks alone. */
        STUDENT("Student's t on logarithms within blocks, as there are fewer than 6"),
        /** Ranks of all trials of both sides, which were not interleaved (from 4 trials a side on). */
        RANK_SUM("ranks of all trials, which were not interleaved"),
        /** Welch's t of the logarithms of sides that were not interleaved. */
        WELCH("Welch's t on logarithms, as there are fewer than 4 trials a side, which were not interleaved");

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
        double[] logs = logarithms(ratios);
        int n = logs.length;
        if (n < MIN_BLOCKS) {
            return Optional.empty();
        }
        double deviation = Math.sqrt(variance(logs));
        double[] averages = sorted(IntStream.range(0, n)
                .boxed()
                .flatMapToDouble(i -> IntStream.rangeClosed(0, i).mapToDouble(j -> (logs[i] + logs[j]) / 2))
                .toArray());
        int left = place(
                n <= COUNTED ? signedRanks(n) : new double[0],
                n * (n + 1.0) / 2,
                Math.sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24));
        return Optional.of(
                left >= 0
                        ? new RatioEstimate(of(averages, left), Method.SIGNED_RANKS, n, deviation)
                        : new RatioEstimate(
                                student(mean(logs), deviation / Math.sqrt(n), n - 1.0), Method.STUDENT, n, deviation));
    }

    /**
     * The ratio of two sides that were measured one after the other: what the machine did meanwhile is part of it.
     *
     * @param a values of the one, all positive
     * @param b values of the other, by which is divided, all positive
     * @return empty where a side has fewer than {@value #MIN_BLOCKS} trials
     */
    public static Optional<RatioEstimate> ofSides(List<Double> a, List<Double> b) {
        double[] above = logarithms(a);
        double[] below = logarithms(b);
        int m = above.length;
        int n = below.length;
        int fewer = Math.min(m, n);
        if (fewer < MIN_BLOCKS) {
            return Optional.empty();
        }
        double ofA = variance(above);
        double ofB = variance(below);
        double deviation = Math.sqrt(ofA + ofB);
        double[] differences = sorted(Arrays.stream(above)
                .flatMap(one -> Arrays.stream(below).map(other -> one - other))
                .toArray());
        boolean counted = Math.max(m, n) <= COUNTED;
        int left = place(
                counted ? rankSums(m, n) : new double[0], (double) m * n, Math.sqrt(m * (double) n * (m + n + 1) / 12));
        if (left >= 0) {
            return Optional.of(new RatioEstimate(of(differences, left), Method.RANK_SUM, fewer, deviation));
        }
        double error = ofA / m + ofB / n;
        // Degrees of freedom after Welch (1947) and Satterthwaite (1946).
        double freedom = error == 0
                ? m + n - 2.0
                : error * error / (Math.pow(ofA / m, 2) / (m - 1) + Math.pow(ofB / n, 2) / (n - 1));
        return Optional.of(new RatioEstimate(
                student(mean(above) - mean(below), Math.sqrt(error), freedom), Method.WELCH, fewer, deviation));
    }

    /**
     * The same where values of a side are but lower bounds.
     *
     * @param atLeast whether the ratio may be any greater
     * @param atMost whether it may be any less
     */
    public RatioEstimate bounded(boolean atLeast, boolean atMost) {
        Interval open = new Interval(
                atMost ? 0 : interval.low(), interval.centre(), atLeast ? Double.POSITIVE_INFINITY : interval.high());
        return new RatioEstimate(open, method, blocks, logDeviation);
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
                .filter(n -> quantile(n - 1.0) * logDeviation / Math.sqrt(n * EFFICIENCY_OF_RANKS) <= half)
                .mapToObj(n -> n - blocks)
                .findFirst();
    }

    private static double[] logarithms(List<Double> values) {
        if (values.stream().anyMatch(value -> !(value > 0) || value.isInfinite())) {
            throw new IllegalArgumentException("ratios need positive finite values, but the values are " + values);
        }
        return values.stream().mapToDouble(Math::log).toArray();
    }

    private static double[] sorted(double[] values) {
        Arrays.sort(values);
        return values;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
    }

    private static double quantile(double freedom) {
        return TDistribution.of(freedom).inverseSurvivalProbability(TAIL);
    }

    private static Interval student(double mean, double error, double freedom) {
        double half = error == 0 ? 0 : quantile(freedom) * error;
        return new Interval(Math.exp(mean - half), Math.exp(mean), Math.exp(mean + half));
    }

    /** Median of the sorted values, between the two from which so many are left out on either side. */
    private static Interval of(double[] sorted, int left) {
        int n = sorted.length;
        double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        return new Interval(Math.exp(sorted[left]), Math.exp(median), Math.exp(sorted[n - 1 - left]));
    }

    /**
     * The place of the lower end among the sorted values, and of the upper one from above (Hollander, Wolfe and Chicken, Nonparametric Statistical
     * Methods, sections 3.3 and 4.3): counted from 0, so that the statistic is
     * at most that number with a probability of no more than 2.5 %.
     *
     * @param ways in which it takes each value; none where it is taken as normal
     * @param max its largest value
     * @param deviation its standard deviation
     * @return −1 where there is none
     */
    private static int place(double[] ways, double max, double deviation) {
        if (ways.length == 0) {
            return (int) Math.floor(max / 2 - NORMAL_QUANTILE * deviation - 0.5);
        }
        double all = Arrays.stream(ways).sum();
        double sum = 0;
        int value = 0;
        while ((sum + ways[value]) / all <= TAIL) {
            sum += ways[value];
            value++;
        }
        return value - 1;
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
