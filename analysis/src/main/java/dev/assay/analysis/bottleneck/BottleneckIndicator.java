package dev.assay.analysis.bottleneck;

import dev.assay.model.metric.MetricUnit;
import java.util.OptionalDouble;

/**
 * Holds a value of a phase that was compared with the limit of a resource.
 *
 * @param what the value, such as {@code disk writes}
 * @param value the mean over the phase unless {@code what} says otherwise
 * @param threshold from which on the resource counts as at its limit
 * @param calibrated what was measured to be possible; empty where the threshold needs no calibration
 * @param fractionOfTime in which the value was at least the threshold, from 0 to 1; empty where the value is not a series of
 *     seconds
 * @param n seconds, or samples where the value is not a series of seconds
 */
public record BottleneckIndicator(
        Resource resource,
        String what,
        double value,
        double threshold,
        MetricUnit unit,
        OptionalDouble calibrated,
        OptionalDouble fractionOfTime,
        long n) {
    public boolean reached() {
        return value >= threshold;
    }
}
