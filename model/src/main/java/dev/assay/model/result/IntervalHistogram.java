package dev.assay.model.result;

import dev.assay.model.metric.LatencyMetric;
import org.HdrHistogram.Histogram;

/**
 * Holds what one worker recorded of one metric in one interval.
 *
 * @param phase name of the phase that the messages belong to
 * @param subscription name of the subscription that received them; empty for a metric of sending
 * @param histogram latencies in nanoseconds; negative samples are recorded as 0 and counted in {@code negatives}
 * @param negatives samples below zero
 * @param worstNegativeNanos the most negative sample, 0 when there is none
 */
public record IntervalHistogram(
        String phase,
        LatencyMetric metric,
        String subscription,
        Histogram histogram,
        long negatives,
        long worstNegativeNanos) {
    public IntervalHistogram(
            String phase, LatencyMetric metric, Histogram histogram, long negatives, long worstNegativeNanos) {
        this(phase, metric, "", histogram, negatives, worstNegativeNanos);
    }
}
