package dev.assay.analysis;

import dev.assay.analysis.LatencyOverTime.Point;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.TrialData.RecordedInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Puts the intervals of all workers and phases on one axis of seconds. */
final class OverTime {
    private static final double NANOS_PER_SECOND = 1e9;

    private OverTime() {}

    /** Every metric with samples, in the order of the metrics. */
    static List<LatencyOverTime> of(List<RecordedInterval> intervals) {
        List<LatencyOverTime> all = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            List<Point> points = points(intervals.stream()
                    .filter(interval -> interval.recorded().metric() == metric)
                    .toList());
            if (!points.isEmpty()) {
                all.add(new LatencyOverTime(metric, points));
            }
        }
        return all;
    }

    private static List<Point> points(List<RecordedInterval> intervals) {
        SortedMap<Long, List<Histogram>> bySecond = new TreeMap<>();
        for (RecordedInterval interval : intervals) {
            long second = Math.round(interval.endNanos() / NANOS_PER_SECOND);
            bySecond.computeIfAbsent(second, _ -> new ArrayList<>())
                    .add(interval.recorded().histogram());
        }
        List<Point> points = new ArrayList<>();
        bySecond.forEach((second, histograms) -> point(second, Merge.of(histograms), points));
        return points;
    }

    private static void point(long second, Histogram merged, List<Point> points) {
        if (merged.getTotalCount() > 0) {
            points.add(new Point(
                    second,
                    merged.getTotalCount(),
                    merged.getMean(),
                    merged.getValueAtPercentile(50),
                    merged.getValueAtPercentile(99),
                    merged.getMaxValue()));
        }
    }
}
