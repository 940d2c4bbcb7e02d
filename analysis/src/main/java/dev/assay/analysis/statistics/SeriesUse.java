package dev.assay.analysis.statistics;

import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Summarizes one series in a phase: its mean, and the fraction of time at each height. Heights have a resolution of a thousandth
 * of the value, so that memory does not grow with the phase.
 */
public final class SeriesUse {
    private static final int DIGITS = 3;
    private static final double MILLIS = 1e3;

    /** Keeps fractions, seconds and cores in millionths, bytes and messages as they are. */
    private final double scale;

    private final WeightedStatistics values = new WeightedStatistics();
    private final Histogram milliseconds = new Histogram(DIGITS);

    SeriesUse(double scale) {
        this.scale = scale;
    }

    void add(double value, double seconds) {
        values.add(value, seconds);
        long weight = Math.round(seconds * MILLIS);
        if (weight > 0) {
            milliseconds.recordValueWithCount(Math.round(Math.max(0, value) * scale), weight);
        }
    }

    /** Returns the mean over time; empty where there is no value. */
    public OptionalDouble mean() {
        return values.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(values.mean());
    }

    /** Returns the number of values, about one for each second. */
    public long n() {
        return values.count();
    }

    /** Returns the fraction of the time, from 0 to 1, in which the series was at least the threshold, to a thousandth of the threshold. */
    public double fractionAtLeast(double threshold) {
        long all = milliseconds.getTotalCount();
        long scaled = Math.round(threshold * scale);
        return all == 0 ? 0 : milliseconds.getCountBetweenValues(scaled, Long.MAX_VALUE) / (double) all;
    }
}
