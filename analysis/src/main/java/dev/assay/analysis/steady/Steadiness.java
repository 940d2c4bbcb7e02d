package dev.assay.analysis.steady;

import java.util.Arrays;

/**
 * Whether a series has come to a steady state. MSER-5 proposes how much of its begin to leave out; what remains, or else a later and
 * shorter part of it, must show neither a trend nor a change of its level.
 *
 * <p>Both checks ask whether there is a change at all and whether it is larger than is tolerated: ranks alone find changes that
 * nobody minds, sizes alone are at the mercy of outliers. Neighbouring values that resemble each other make the checks find more
 * than there is. Here that costs seconds of waiting and no more, so it is not corrected for.
 *
 * @param steady whether it has
 * @param since how many values came before the steady state; where there is none, before the part that was looked at last
 * @param level median of what remains
 * @param slope median change from one value to the next in what remains
 * @param z of the trend
 */
public record Steadiness(boolean steady, int since, double level, double slope, double z) {
    /** Fewer values than that can't tell a trend from noise. */
    public static final int MIN = 20;

    /** Two-sided 5 % of the normal law. A step in the middle of ten values comes to 2.1. */
    public static final double LIMIT_Z = 1.96;

    /** Halves whose medians are further apart than so many tolerances are not of one level, whether by a trend or by chance. */
    private static final double OF_HALVES = 2.5;

    /** Of a change of the level. */
    public static final double LIMIT_PROBABILITY = 0.05;

    /** Of a series in the order of time; with fewer than {@link #MIN} values nothing is steady. */
    public static Steadiness of(double[] values, Tolerance tolerance) {
        if (values.length < MIN) {
            double level = values.length == 0 ? 0 : Medians.of(values);
            return new Steadiness(false, values.length, level, 0, 0);
        }
        Steadiness last = new Steadiness(false, 0, 0, 0, 0);
        for (int from = Mser.truncation(values, MIN); values.length - from >= MIN && !last.steady; from += Mser.BATCH) {
            last = rest(values, from, tolerance);
        }
        return last;
    }

    /** By how much the median of the later half is above that of the earlier one. */
    private static double halves(double[] rest) {
        int half = rest.length / 2;
        return Medians.of(Arrays.copyOfRange(rest, rest.length - half, rest.length))
                - Medians.of(Arrays.copyOf(rest, half));
    }

    private static Steadiness rest(double[] values, int from, Tolerance tolerance) {
        double[] rest = Arrays.copyOfRange(values, from, values.length);
        double level = Medians.of(rest);
        MannKendall trend = MannKendall.of(rest);
        boolean trends = Math.abs(trend.z()) > LIMIT_Z && tolerance.exceededBy(trend.slope() * rest.length, level);
        Changepoint change = Changepoint.of(rest);
        boolean changes = change.probability() < LIMIT_PROBABILITY
                && tolerance.exceededBy(change.after() - change.before(), level);
        boolean apart = tolerance.times(OF_HALVES).exceededBy(halves(rest), level);
        return new Steadiness(!trends && !changes && !apart, from, level, trend.slope(), trend.z());
    }
}
