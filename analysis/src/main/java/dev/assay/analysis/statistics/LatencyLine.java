package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyMetric;
import java.util.List;

/**
 * Holds one latency over the time of a trial, by the second in which samples were completed.
 *
 * @param group empty for all live subscriptions, and for a metric of sending; otherwise the only group
 * @param points in order of time, warm-up and drain included. Where a point stands for more than one second there are two of them:
 *     the lowest values of all its seconds, then the highest
 */
public record LatencyLine(LatencyMetric metric, String group, List<Point> points) {
    /** @param seconds its end, counted from the start of the load */
    public record Point(double seconds, long samples, double meanNanos, long p50Nanos, long p99Nanos, long maxNanos) {
        Point lowest(Point other) {
            return new Point(
                    seconds,
                    samples + other.samples,
                    Math.min(meanNanos, other.meanNanos),
                    Math.min(p50Nanos, other.p50Nanos),
                    Math.min(p99Nanos, other.p99Nanos),
                    Math.min(maxNanos, other.maxNanos));
        }

        Point highest(Point other) {
            return new Point(
                    seconds,
                    samples + other.samples,
                    Math.max(meanNanos, other.meanNanos),
                    Math.max(p50Nanos, other.p50Nanos),
                    Math.max(p99Nanos, other.p99Nanos),
                    Math.max(maxNanos, other.maxNanos));
        }

        Point at(double moved) {
            return new Point(moved, samples, meanNanos, p50Nanos, p99Nanos, maxNanos);
        }
    }

    public LatencyLine {
        points = List.copyOf(points);
    }
}
