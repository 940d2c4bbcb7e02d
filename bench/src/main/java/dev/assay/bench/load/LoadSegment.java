package dev.assay.bench.load;

import dev.assay.model.result.WorkerInterval;
import dev.assay.worker.engine.LoadSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Holds some seconds of a load, in intervals of one second as the worker takes them.
 *
 * @param before the interval that ended where the segment begins
 */
public record LoadSegment(WorkerInterval before, List<WorkerInterval> intervals) {
    private static final long SECOND = 1_000_000_000;

    public LoadSegment {
        intervals = List.copyOf(intervals);
    }

    /** Watches a started load for {@code seconds}; the load continues. */
    public static LoadSegment watch(LoadSession session, int seconds) {
        WorkerInterval before = session.interval();
        List<WorkerInterval> intervals = new ArrayList<>();
        long start = System.nanoTime();
        for (int second = 1; second <= seconds; second++) {
            sleepUntil(start + second * SECOND);
            intervals.add(session.interval());
        }
        return new LoadSegment(before, intervals);
    }

    public static void sleepUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Waits for a condition, at most 10 s. */
    public static void await(String description, BooleanSupplier condition) {
        long deadline = System.nanoTime() + 10 * SECOND;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not within 10 s: " + description);
            }
            LockSupport.parkNanos(SECOND / 1000);
        }
    }

    public double seconds() {
        return (intervals.getLast().endNanos() - before.endNanos()) / 1e9;
    }

    public long sent() {
        return intervals.getLast().totals().sent() - before.totals().sent();
    }

    public long acked() {
        return intervals.getLast().totals().acked() - before.totals().acked();
    }

    /** Counts messages received in the segment, by all subscriptions. */
    public long received() {
        return received(intervals.getLast()) - received(before);
    }

    private static long received(WorkerInterval interval) {
        return interval.totals().received().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the processor time of the process in the segment, in seconds. */
    public double cpuSeconds() {
        return intervals.stream()
                        .mapToLong(interval -> interval.harness().cpuNanos())
                        .sum()
                / 1e9;
    }

    /** Returns the hiccups in the segment, in nanoseconds. */
    public Histogram hiccups() {
        Histogram sum = new Histogram(3);
        intervals.forEach(interval -> sum.add(interval.harness().hiccups()));
        return sum;
    }
}
