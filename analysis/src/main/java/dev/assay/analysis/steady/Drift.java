package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * How far statistics of a phase at equal distances moved from its begin to its end.
 *
 * @param first median of the first third
 * @param last median of the last third
 * @param slope median change per step of all pairs
 * @param z of the trend
 * @param n that it is of
 */
public record Drift(double first, double last, double slope, double z, long n) {
    /** Of a phase in which nothing was seen. */
    public static final Drift NONE = new Drift(0, 0, 0, 0, 0);

    /** Fewer values than that can't be told from noise. */
    public static final int MIN = 10;

    /** The drift of values in the order of time. */
    public static Drift of(MannKendall.Series series) {
        double[] kept = series.kept();
        if (kept.length == 0) {
            return NONE;
        }
        int third = Math.max(1, kept.length / 3);
        MannKendall trend = series.trend();
        return new Drift(
                Medians.of(Arrays.copyOf(kept, third)),
                Medians.of(Arrays.copyOfRange(kept, kept.length - third, kept.length)),
                trend.slope(),
                trend.z(),
                series.count());
    }

    /** By how much the last third lies above the first. */
    public double change() {
        return last - first;
    }

    /** The lower of the two levels: a fall counts as much as the rise that would undo it. */
    public double lower() {
        return Math.min(first, last);
    }

    /**
     * Whether it is larger than is tolerated, and clearer than noise makes it.
     *
     * @param limitZ for a change of more than is tolerated
     * @param limitZOfTwice for one of more than twice as much: where values are so noisy that it can't be told from chance, neither
     *     can their level be told
     */
    public boolean exceeds(Tolerance tolerance, double limitZ, double limitZOfTwice) {
        boolean clear = tolerance.exceededBy(change(), lower()) && Math.abs(z) > limitZ;
        boolean large = tolerance.times(2).exceededBy(change(), lower()) && Math.abs(z) > limitZOfTwice;
        return n >= MIN && (clear || large);
    }
}
