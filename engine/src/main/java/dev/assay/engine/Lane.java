package dev.assay.engine;

import dev.assay.core.result.LatencyMetric;
import java.util.concurrent.locks.LockSupport;

/**
 * The histograms and counters of one thread. Only that thread writes; the interval thread reads by swapping sheets, which
 * loses nothing.
 *
 * <p>The writer says that it is recording, then looks which sheet is active; the reader makes the other sheet active, then
 * looks whether the writer is recording. As all four are volatile accesses, one of the two sees the other: the writer takes
 * the new sheet, or the reader waits until it has done with the old one. It is what HdrHistogram's recorders do, for several
 * histograms at once and for one writer, who so needs one atomic instruction for an event instead of two for each metric.
 */
final class Lane {
    private static final long LOOK_NANOS = 1_000;

    final LoneLong sent = new LoneLong();
    final LoneLong acked = new LoneLong();
    final LoneLong failed = new LoneLong();
    private final LoneLong[] received;

    /** Counts beginnings and ends of recording: odd while the thread is at it. */
    private final LoneLong entries = new LoneLong();

    private volatile LatencySheet active;
    private LatencySheet idle;

    Lane(int phases, int subscriptions) {
        active = new LatencySheet(phases);
        idle = new LatencySheet(phases);
        received = new LoneLong[subscriptions];
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            received[subscription] = new LoneLong();
        }
    }

    void recordCall(int phase, long sendDelayNanos) {
        enter();
        try {
            active.record(phase, LatencyMetric.SEND_DELAY, sendDelayNanos);
        } finally {
            entries.increment();
        }
    }

    void recordAcknowledgement(int phase, long serviceNanos, long responseNanos) {
        recordBoth(phase, LatencyMetric.SERVICE, serviceNanos, LatencyMetric.RESPONSE, responseNanos);
    }

    void recordArrival(int phase, long endToEndNanos, long callToEndNanos) {
        recordBoth(phase, LatencyMetric.END_TO_END, endToEndNanos, LatencyMetric.CALL_TO_END, callToEndNanos);
    }

    @SuppressWarnings("TooManyParameters")
    private void recordBoth(int phase, LatencyMetric one, long oneNanos, LatencyMetric other, long otherNanos) {
        enter();
        try {
            LatencySheet sheet = active;
            sheet.record(phase, one, oneNanos);
            sheet.record(phase, other, otherNanos);
        } finally {
            entries.increment();
        }
    }

    private void enter() {
        entries.setVolatile(entries.getPlain() + 1);
    }

    /** Moves what was recorded since the last call into {@code sum}. Called by the interval thread only. */
    synchronized void drainInto(LatencySheet sum) {
        LatencySheet drained = active;
        active = idle;
        idle = drained;
        awaitWriter();
        sum.add(drained);
        drained.reset();
    }

    /** Waits until what was being recorded, if anything was, has been; that takes less than a microsecond of the writer. */
    private void awaitWriter() {
        long seen = entries.getVolatile();
        while ((seen & 1) == 1 && entries.getVolatile() == seen) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    LoneLong received(int subscription) {
        return received[subscription];
    }
}
