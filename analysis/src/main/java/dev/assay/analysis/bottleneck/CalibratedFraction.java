package dev.assay.analysis.bottleneck;

import dev.assay.model.metric.MetricUnit;

/**
 * Holds a value of a phase beside what the machine was calibrated to do; nothing follows from it alone.
 *
 * @param what the value, such as {@code syncs of all nodes}
 * @param value the mean over the phase
 * @param bound who or what it is compared with, such as {@code this disk does with one writer}
 * @param n seconds
 */
public record CalibratedFraction(String what, double value, double calibrated, MetricUnit unit, String bound, long n) {
    /** Returns the value as a fraction of the calibrated one; above 1 where more was done than was calibrated. */
    public double fraction() {
        return value / calibrated;
    }
}
