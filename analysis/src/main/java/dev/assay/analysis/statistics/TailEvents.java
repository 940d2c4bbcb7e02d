package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyStatistic;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Counts the separate events that the samples above each percentile come from. In a steady tail each second has its share of them,
 * and is an event. Seconds with many times their share are a burst; consecutive seconds of a burst are one event. Events count by
 * their weight, n = (Σ c)² / Σ c² for c samples each (Kish, "Survey Sampling", section 11.7): a stall with nineteen samples in
 * twenty is one event, however many seconds share the rest. Holds one second at a time.
 */
final class TailEvents {
    private static final double BURST = 3;

    /** Bursts with no more than this between them are one. */
    private static final long GAP_SECONDS = 1;

    private final long[] thresholds = new long[LatencyStatistic.PERCENTS.size()];
    private final double[] fractions = new double[thresholds.length];
    private final double[] sums = new double[thresholds.length];
    private final double[] squares = new double[thresholds.length];
    private final double[] bursts = new double[thresholds.length];
    private final long[] lastBursts = new long[thresholds.length];
    private final long[] above = new long[thresholds.length];
    private long second = Long.MIN_VALUE;
    private long samples;

    /** @param all the samples of the phase */
    TailEvents(CensoredSamples all) {
        Histogram histogram = all.histogram();
        for (int i = 0; i < thresholds.length; i++) {
            thresholds[i] = histogram.lowestEquivalentValue(all.nanosAt(LatencyStatistic.PERCENTS.get(i)));
            fractions[i] =
                    histogram.getCountBetweenValues(thresholds[i], Math.max(thresholds[i], histogram.getMaxValue()))
                            / (double) histogram.getTotalCount();
        }
        Arrays.fill(lastBursts, Long.MIN_VALUE / 2);
    }

    /** Adds the samples of an interval; intervals arrive in the order of their seconds. */
    void add(long ofSecond, Histogram histogram) {
        if (ofSecond != second) {
            close();
            second = ofSecond;
        }
        samples += histogram.getTotalCount();
        if (histogram.getMaxValue() < thresholds[0]) {
            return;
        }
        long from = histogram.getMaxValue();
        long counted = 0;
        for (int i = thresholds.length - 1; i >= 0; i--) {
            if (thresholds[i] <= from) {
                counted += histogram.getCountBetweenValues(thresholds[i], from);
                from = thresholds[i] - 1;
            }
            above[i] += counted;
        }
    }

    private void close() {
        for (int i = 0; i < thresholds.length; i++) {
            if (above[i] > BURST * fractions[i] * samples) {
                if (second - lastBursts[i] > GAP_SECONDS + 1) {
                    count(i, bursts[i]);
                    bursts[i] = 0;
                }
                bursts[i] += above[i];
                lastBursts[i] = second;
            } else {
                count(i, (double) above[i]);
            }
            above[i] = 0;
        }
        samples = 0;
    }

    private void count(int percent, double weight) {
        sums[percent] += weight;
        squares[percent] += weight * weight;
    }

    /** Returns the number of events for each of the percentiles, at least 1. */
    List<Double> finish() {
        close();
        for (int i = 0; i < thresholds.length; i++) {
            count(i, bursts[i]);
            bursts[i] = 0;
        }
        Double[] events = new Double[thresholds.length];
        for (int i = 0; i < thresholds.length; i++) {
            events[i] = squares[i] > 0 ? sums[i] * sums[i] / squares[i] : 1;
        }
        return List.of(events);
    }
}
