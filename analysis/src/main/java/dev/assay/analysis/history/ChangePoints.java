package dev.assay.analysis.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Finds where a sequence changes its level, by ranks, so that neither outliers nor a shape of scatter is assumed: each place with
 * enough values on either side is tried with the standardised rank sum of Mann and Whitney, over the whole sequence and over parts of it,
 * and the largest of them is held against the distribution of the largest under random orders of the same values (maximally selected rank statistics: Lausen and Schumacher,
 * Biometrics 48, 1992; by permutation as in Hothorn and Lausen, Computational Statistics and Data Analysis 43, 2003). That accounts
 * for having chosen the best place. What lies on either side of a change is then searched in the same way (binary segmentation:
 * Scott and Knott, Biometrics 30, 1974).
 *
 * <p>Values must not depend on each other but for the level. The same values always give the same answer: orders are drawn from
 * a fixed seed.
 */
public final class ChangePoints {
    /** On either side of a change there are at least so many values. */
    public static final int LEAST_ON_A_SIDE = 4;

    /** Fewer values can't show a change; 8 can if all of the later four are above, or below, the earlier: p = 2/70. */
    public static final int LEAST_RUNS = 2 * LEAST_ON_A_SIDE;

    /** A sequence without a change shows one with at most that probability. */
    public static final double SIGNIFICANCE = 0.05;

    private static final int ORDERS = 9_999;
    private static final long SEED = 55;

    /** Sums in another order of the same ranks may differ in their last digits. */
    private static final double EQUAL = 1e-9;

    /** The largest statistics of random orders of n values without ties, which depend on n alone; sorted. */
    private final Map<Integer, double[]> untied = new HashMap<>();

    /**
     * A change of level.
     *
     * @param at how many values lie before it
     * @param p the probability of one as clear, at any place, without a change
     */
    record Split(int at, double p) {}

    private record Best(int at, double statistic) {}

    /** The changes in their order; none in fewer than {@value #LEAST_RUNS} values. */
    List<Split> find(List<Double> values) {
        List<Split> found = new ArrayList<>();
        split(values.stream().mapToDouble(value -> value).toArray(), 0, values.size(), found);
        return found;
    }

    private void split(double[] values, int from, int to, List<Split> found) {
        if (to - from < LEAST_RUNS) {
            return;
        }
        double[] ranks = ranks(Arrays.copyOfRange(values, from, to));
        Best best = best(ranks);
        double p = probability(ranks, best.statistic());
        // Drawn orders give p to within its own standard error: where that could decide, there is no change.
        if (p + 2 * Math.sqrt(p * (1 - p) / ORDERS) > SIGNIFICANCE) {
            return;
        }
        int at = from + best.at();
        split(values, from, at, found);
        found.add(new Split(at, p));
        split(values, at, to, found);
    }

    /** Ranks from 1; equal values share the mean of theirs. */
    private static double[] ranks(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Arrays.stream(values)
                .map(value -> {
                    int first = lowest(sorted, value);
                    int after = lowest(sorted, Math.nextUp(value));
                    return (first + after + 1) / 2.0;
                })
                .toArray();
    }

    /** How many of the sorted values are below that one. */
    private static int lowest(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * The place with the largest statistic, over the whole sequence and over parts of it, each half of its length after the one before, and
     * parts ever shorter by the square root of 2 (seeded intervals: Kovács, Bühlmann, Li and Munk, Biometrika 110, 2023): what
     * rises and falls again moves the sums over the whole but little.
     */
    private static Best best(double[] ranks) {
        int n = ranks.length;
        Best best = new Best(LEAST_ON_A_SIDE, 0);
        for (double length = n; length >= LEAST_RUNS; length /= Math.sqrt(2)) {
            int size = (int) length;
            int parts = 2 * Math.ceilDiv(n, size) - 1;
            for (int i = 0; i < parts; i++) {
                int from = parts == 1 ? 0 : (int) Math.round(i * (double) (n - size) / (parts - 1));
                best = better(best, ranks, from, from + size);
            }
        }
        return best;
    }

    /**
     * The square of the standardised rank sum: the sum of k of n ranks has the variance k (n − k) S / (n (n − 1)), S being the sum of squared
     * deviations of all of them, ties included (Lehmann, Nonparametrics, appendix A.4).
     */
    private static Best better(Best best, double[] ranks, int from, int to) {
        int n = to - from;
        double mean = 0;
        for (int i = from; i < to; i++) {
            mean += ranks[i] / n;
        }
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (ranks[i] - mean) * (ranks[i] - mean);
        }
        if (squares < EQUAL) {
            return best;
        }
        double scale = squares / (n * (n - 1.0));
        int at = best.at();
        double largest = best.statistic();
        double sum = 0;
        for (int k = 1; k <= n - LEAST_ON_A_SIDE; k++) {
            sum += ranks[from + k - 1] - mean;
            double statistic = sum * sum / (k * (double) (n - k) * scale);
            if (k >= LEAST_ON_A_SIDE && statistic > largest + EQUAL) {
                largest = statistic;
                at = from + k;
            }
        }
        return new Best(at, largest);
    }

    /** A permutation's p is never 0: the order that was seen is one of them (Phipson and Smyth 2010). */
    private double probability(double[] ranks, double statistic) {
        double[] largest =
                isUntied(ranks) ? untied.computeIfAbsent(ranks.length, n -> largest(plain(n))) : largest(ranks.clone());
        int below = lowest(largest, statistic - EQUAL);
        return (1.0 + largest.length - below) / (1.0 + largest.length);
    }

    private static boolean isUntied(double[] ranks) {
        return Arrays.stream(ranks).distinct().count() == ranks.length;
    }

    private static double[] plain(int n) {
        return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
    }

    private static double[] largest(double[] ranks) {
        Random random = new Random(SEED);
        double[] found = new double[ORDERS];
        for (int i = 0; i < ORDERS; i++) {
            shuffle(ranks, random);
            found[i] = best(ranks).statistic();
        }
        Arrays.sort(found);
        return found;
    }

    private static void shuffle(double[] values, Random random) {
        for (int last = values.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            double kept = values[last];
            values[last] = values[other];
            values[other] = kept;
        }
    }
}
