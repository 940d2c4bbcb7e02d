package dev.assay.analysis;

import dev.assay.core.result.LatencyMetric;
import java.util.List;

/**
 * One metric second by second, of samples that were completed in that second.
 *
 * @param points in order of time, warm-up and drain included
 */
public record LatencyOverTime(LatencyMetric metric, List<Point> points) {
    /**
     * One interval, all workers merged.
     *
     * @param seconds its end, counted from the start of the load
     */
    public record Point(double seconds, long samples, double meanNanos, long p50Nanos, long p99Nanos, long maxNanos) {}

    public LatencyOverTime {
        points = List.copyOf(points);
    }
}
