package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.LatencyLine.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Builds a line, and optionally a heat map, from the histograms of intervals. These arrive in order of their starts, so that few
 * seconds are open at a time.
 */
final class LineBuilder {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int secondsPerPoint;
    private final Optional<HeatMapBuilder> heat;
    private final TreeMap<Long, Histogram> open = new TreeMap<>();
    /** Keeps histograms for reuse, since each has grown to the size of its samples. */
    private final Deque<Histogram> spare = new ArrayDeque<>();

    private final TreeMap<Long, Bucket> buckets = new TreeMap<>();

    private record Bucket(Point lowest, Point highest) {}

    LineBuilder(int secondsPerPoint, Optional<HeatMapBuilder> heat) {
        this.secondsPerPoint = secondsPerPoint;
        this.heat = heat;
    }

    void add(long startNanos, long endNanos, Histogram histogram) {
        // Intervals arrive in order of their starts, so that the seconds before this start are complete.
        closeBefore(second(startNanos));
        open.compute(second(endNanos), (_, sum) -> Merge.into(sum == null ? empty() : sum, histogram));
    }

    private Histogram empty() {
        Histogram used = spare.poll();
        return used == null ? Merge.of(List.of()) : used;
    }

    private static long second(long nanos) {
        return Math.round(nanos / NANOS_PER_SECOND);
    }

    private void closeBefore(long second) {
        while (!open.isEmpty() && open.firstKey() < second) {
            Map.Entry<Long, Histogram> done = open.pollFirstEntry();
            close(done.getKey(), done.getValue());
            done.getValue().reset();
            spare.add(done.getValue());
        }
    }

    private void close(long second, Histogram merged) {
        if (merged.getTotalCount() == 0) {
            return;
        }
        heat.ifPresent(map -> map.add(second, merged));
        Point point = new Point(
                second,
                merged.getTotalCount(),
                merged.getMean(),
                merged.getValueAtPercentile(50),
                merged.getValueAtPercentile(99),
                merged.getMaxValue());
        long last = Math.ceilDiv(second, secondsPerPoint) * secondsPerPoint;
        buckets.merge(
                last,
                new Bucket(point, point),
                (bucket, more) -> new Bucket(
                        bucket.lowest().lowest(more.lowest()), bucket.highest().highest(more.highest())));
    }

    /** Returns the line, and closes all open seconds. */
    List<Point> points() {
        closeBefore(Long.MAX_VALUE);
        List<Point> points = new ArrayList<>();
        buckets.forEach((last, bucket) -> {
            if (secondsPerPoint > 1) {
                points.add(bucket.lowest().at(last - secondsPerPoint + 1.0));
            }
            points.add(bucket.highest().at(last));
        });
        return points;
    }
}
