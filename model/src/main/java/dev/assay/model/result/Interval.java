package dev.assay.model.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Tells where the typical value of a statistic lies, by trials that are one sample each: an interval that covers it in 95 of
 * 100 cases at least, the trials being independent and alike.
 *
 * @param centre the median of the trials, or their geometric mean
 */
public record Interval(double low, double centre, double high) {
    /** Contains every positive value: nothing is known. */
    public static final Interval OPEN = new Interval(0, 0, Double.POSITIVE_INFINITY);

    public static final int MIN_TRIALS = 3;

    /** Nothing is decided where a smaller fraction of the trials is known to have stayed at one level while measured. */
    public static final double MIN_SETTLED = 0.8;

    /** From this many trials on the interval needs no assumption on the distribution: fewer can't reach 95 % by their order alone. */
    public static final int DISTRIBUTION_FREE_FROM = 6;

    /** Up to this many trials the smallest binomial probability is a normal number. */
    private static final int MAX_TRIALS = 1_000;

    private static final double CONFIDENCE = 0.95;

    /** Lists the 97.5 % quantiles of Student's t distribution with 2, 3 and 4 degrees of freedom. */
    private static final double[] STUDENT = {4.302_652_729_911, 3.182_446_305_284, 2.776_445_105_198};

    /**
     * Returns the interval of these values; empty below {@value #MIN_TRIALS}, and where finite logarithms are needed of values
     * that have none.
     */
    public static Optional<Interval> of(List<Double> values) {
        if (values.size() > MAX_TRIALS) {
            throw new IllegalArgumentException(
                    "an interval takes at most " + MAX_TRIALS + " trials, but there are " + values.size());
        }
        if (values.size() >= DISTRIBUTION_FREE_FROM) {
            return Optional.of(ofMedian(values));
        }
        boolean some =
                values.size() >= MIN_TRIALS && values.stream().allMatch(value -> value > 0 && Double.isFinite(value));
        return some ? Optional.of(ofLogarithms(values)) : Optional.empty();
    }

    /**
     * Returns the interval of ratios, which multiply: as {@link #of}, with the geometric mean of the two middle ones as centre
     * where their number is even.
     *
     * @param ratios of trials, none of them negative
     */
    public static Optional<Interval> ofRatios(List<Double> ratios) {
        return of(ratios).map(interval -> new Interval(interval.low(), typicalRatio(ratios), interval.high()));
    }

    /**
     * Returns the interval of a value that each trial knows only to lie in a range, such as a capacity between the rate that was
     * confirmed and the lowest that was missed: its lower end is that of the ranges' lower ends, its upper end that of their
     * upper ends. A single trial has its range alone.
     *
     * @param ranges of positive values, with what stands for the trial as centre; an end may be 0 or infinite
     */
    public static Optional<Interval> ofRanges(List<Interval> ranges) {
        if (ranges.size() == 1) {
            return Optional.of(ranges.getFirst());
        }
        Optional<Interval> lowest = of(ranges.stream().map(Interval::low).toList());
        Optional<Interval> highest = of(ranges.stream().map(Interval::high).toList());
        double centre = typicalRatio(ranges.stream().map(Interval::centre).toList());
        return lowest.flatMap(low -> highest.map(high -> new Interval(low.low(), centre, high.high())));
    }

    /**
     * Returns the typical value of ratios: their geometric mean, from {@value #DISTRIBUTION_FREE_FROM} on that of the two in the
     * middle.
     */
    public static double typicalRatio(List<Double> ratios) {
        return ratios.size() < DISTRIBUTION_FREE_FROM ? geometricMean(ratios) : geometricMedian(ratios);
    }

    private static double geometricMean(List<Double> ratios) {
        return ratios.size() == 1
                ? ratios.getFirst()
                : Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    private static double geometricMedian(List<Double> ratios) {
        List<Double> sorted = new ArrayList<>(ratios);
        Collections.sort(sorted);
        int n = sorted.size();
        return Math.sqrt(sorted.get((n - 1) / 2) * sorted.get(n / 2));
    }

    /**
     * Returns the interval of the median between two order statistics of equal rank from below and above: the number of values
     * below the median is binomial with probability 1/2 (David and Nagaraja, Order Statistics, section 7.1).
     */
    private static Interval ofMedian(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int n = sorted.size();
        int rank = rank(n);
        double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        return new Interval(sorted.get(rank - 1), median, sorted.get(n - rank));
    }

    /** Returns the highest rank k with P(k-th from below ≤ median ≤ k-th from above) = 1 − 2 P(B(n, 1/2) < k) of at least 95 %. */
    static int rank(int n) {
        double probability = Math.pow(0.5, n);
        double below = probability;
        int rank = 1;
        while (true) {
            probability *= (double) (n - rank + 1) / rank;
            if (1 - 2 * (below + probability) < CONFIDENCE) {
                return rank;
            }
            below += probability;
            rank++;
        }
    }

    /** Returns Student's interval of the mean of logarithms: latencies of trials are skewed, their logarithms much less. */
    private static Interval ofLogarithms(List<Double> values) {
        List<Double> logs = values.stream().map(Math::log).toList();
        int n = logs.size();
        double mean = logs.stream().mapToDouble(log -> log).sum() / n;
        double squares =
                logs.stream().mapToDouble(log -> (log - mean) * (log - mean)).sum();
        double half = STUDENT[n - MIN_TRIALS] * Math.sqrt(squares / (n - 1) / n);
        return new Interval(Math.exp(mean - half), Math.exp(mean), Math.exp(mean + half));
    }

    /** Returns half of its width divided by its centre; infinite where the centre is 0 and the width is not. */
    public double relativeHalfWidth() {
        double half = (high - low) / 2;
        return half == 0 ? 0 : half / centre;
    }
}
