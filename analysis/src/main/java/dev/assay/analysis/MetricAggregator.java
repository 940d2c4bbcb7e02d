package dev.assay.analysis;

import dev.assay.analysis.LatencyOverTime.Point;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.TrialData.RecordedInterval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Goes once over all intervals of one metric, so that each histogram is unpacked once and none is kept: a sum for each
 * phase, a point for each second.
 */
final class MetricAggregator {
    private static final double NANOS_PER_SECOND = 1e9;

    private final ToDoubleFunction<RecordedInterval> share;
    private final Map<String, Histogram> sums = new HashMap<>();
    private final Map<String, Long> negatives = new HashMap<>();
    private final TreeMap<Long, Histogram> open = new TreeMap<>();
    private final List<Point> points = new ArrayList<>();
    private double within;

    private MetricAggregator(ToDoubleFunction<RecordedInterval> share) {
        this.share = share;
    }

    /**
     * Goes over the intervals of that metric.
     *
     * @param intervals of all metrics, workers and phases, in order of their start
     * @param share the part of an interval that counts as within the measured phase, from 0 to 1
     */
    static MetricAggregator over(
            List<RecordedInterval> intervals, LatencyMetric metric, ToDoubleFunction<RecordedInterval> share) {
        MetricAggregator pass = new MetricAggregator(share);
        intervals.stream().filter(interval -> interval.metric() == metric).forEach(pass::add);
        pass.closeBefore(Long.MAX_VALUE);
        return pass;
    }

    private void add(RecordedInterval interval) {
        // No later interval starts earlier, and none ends before it starts: the seconds before have all they will get.
        closeBefore(second(interval.startNanos()));
        IntervalHistogram recorded = interval.recorded();
        Histogram histogram = recorded.histogram();
        Merge.into(sums, interval.phase(), histogram);
        negatives.merge(interval.phase(), recorded.negatives(), Long::sum);
        Merge.into(open, second(interval.endNanos()), histogram);
        within += share.applyAsDouble(interval) * histogram.getTotalCount();
    }

    private static long second(long nanos) {
        return Math.round(nanos / NANOS_PER_SECOND);
    }

    private void closeBefore(long second) {
        while (!open.isEmpty() && open.firstKey() < second) {
            Map.Entry<Long, Histogram> done = open.pollFirstEntry();
            close(done.getKey(), done.getValue());
        }
    }

    private void close(long second, Histogram merged) {
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

    /** All samples of a phase. */
    Histogram sum(String phase) {
        return sums.getOrDefault(phase, Merge.of(List.of()));
    }

    /** Samples below zero of a phase. */
    long negatives(String phase) {
        return negatives.getOrDefault(phase, 0L);
    }

    /** The seconds with samples, in order. */
    List<Point> points() {
        return points;
    }

    /** Samples within the measured phase by the clock, whatever phase their messages belong to. */
    double within() {
        return within;
    }
}
