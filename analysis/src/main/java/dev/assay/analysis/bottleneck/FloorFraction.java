package dev.assay.analysis.bottleneck;

import dev.assay.model.metric.LatencyMetric;

/**
 * Holds a median of a phase beside the harness's own latency at a low rate, on an otherwise idle machine.
 *
 * @param n samples of the phase
 */
public record FloorFraction(LatencyMetric metric, long medianNanos, long floorNanos, long n) {
    public FloorFraction {
        if (medianNanos < 1 || floorNanos < 0 || n < 1) {
            throw new IllegalArgumentException("expected a median above 0 ns, but found " + medianNanos + " ns of n = "
                    + n + " beside a floor of " + floorNanos + " ns");
        }
    }

    /** Returns the floor as a fraction of the median; above 1 where the median is lower. */
    public double fraction() {
        return floorNanos / (double) medianNanos;
    }
}
