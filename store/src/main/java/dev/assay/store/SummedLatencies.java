package dev.assay.store;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.WorkerInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Adds up the latencies of many workers, count by count for each second: everything computed of a trial adds them up, and a line for each
 * worker would make files of a hundred gigabytes a day. Not thread-safe.
 */
final class SummedLatencies {
    private static final long SECOND = 1_000_000_000;

    private final TreeMap<Long, Open> open = new TreeMap<>();
    private long lastSecond = Long.MIN_VALUE;
    private long lastEndNanos = Long.MIN_VALUE;

    private record Cell(String phase, LatencyMetric metric, String subscription) {}

    private static final class Open {
        private final Map<Cell, IntervalHistogram> sums = new LinkedHashMap<>();
        private long startNanos = Long.MAX_VALUE;
        private long endNanos = Long.MIN_VALUE;
    }

    /**
     * Holds what the workers recorded in one second together.
     *
     * @param startNanos never before the end of the one before it
     */
    record Sum(long startNanos, long endNanos, List<IntervalHistogram> histograms) {}

    /** Adds an interval to the second in which it ended, or to the next one where that has been given out. */
    void add(WorkerInterval interval) {
        long second = Math.floorDiv(interval.endNanos(), SECOND);
        Open its = open.computeIfAbsent(second <= lastSecond ? lastSecond + 1 : second, _ -> new Open());
        its.startNanos = Math.min(its.startNanos, interval.startNanos());
        its.endNanos = Math.max(its.endNanos, interval.endNanos());
        for (IntervalHistogram recorded : interval.histograms()) {
            Cell cell = new Cell(recorded.phase(), recorded.metric(), recorded.subscription());
            IntervalHistogram before = its.sums.get(cell);
            its.sums.put(cell, before == null ? summed(recorded) : sum(before, recorded));
        }
    }

    /** Returns a histogram that can grow, unlike one that was unpacked. */
    private static IntervalHistogram summed(IntervalHistogram recorded) {
        Histogram sum = new Histogram(recorded.histogram().getNumberOfSignificantValueDigits());
        sum.add(recorded.histogram());
        return new IntervalHistogram(
                recorded.phase(),
                recorded.metric(),
                recorded.subscription(),
                sum,
                recorded.negatives(),
                recorded.worstNegativeNanos());
    }

    private static IntervalHistogram sum(IntervalHistogram sum, IntervalHistogram more) {
        sum.histogram().add(more.histogram());
        return new IntervalHistogram(
                sum.phase(),
                sum.metric(),
                sum.subscription(),
                sum.histogram(),
                sum.negatives() + more.negatives(),
                Math.min(sum.worstNegativeNanos(), more.worstNegativeNanos()));
    }

    /** Returns the seconds that all workers have reported, up to the one given. */
    List<Sum> upTo(double seconds) {
        return give((long) seconds);
    }

    /** Returns all that is left. */
    List<Sum> rest() {
        return open.isEmpty() ? List.of() : give(open.lastKey());
    }

    private List<Sum> give(long second) {
        List<Sum> sums = new ArrayList<>();
        while (!open.isEmpty() && open.firstKey() <= second) {
            Open one = open.pollFirstEntry().getValue();
            long start = Math.max(one.startNanos, lastEndNanos);
            lastEndNanos = Math.max(one.endNanos, start);
            sums.add(new Sum(start, lastEndNanos, List.copyOf(one.sums.values())));
        }
        lastSecond = Math.max(lastSecond, second);
        return sums;
    }
}
