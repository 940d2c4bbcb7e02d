package dev.assay.worker.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * Holds the histograms and counters of one thread. Only that thread writes; the interval thread reads by swapping
 * histograms, which loses nothing.
 *
 * <p>The writer announces that it is recording, then reads which histograms are active; the reader activates the other ones,
 * then checks whether the writer is recording. As all four are volatile accesses, one of the two sees the other: the writer
 * takes the new histograms, or the reader waits until it is done with the old ones. HdrHistogram's recorders do the same; this
 * does it for several histograms at once and for a single writer, which needs one atomic instruction per event instead of two
 * per metric.
 */
final class ThreadRecorder {
    private static final long POLL_NANOS = 1_000;

    final PaddedLong sent = new PaddedLong();
    final PaddedLong acked = new PaddedLong();
    final PaddedLong failed = new PaddedLong();
    private final PaddedLong[] received;

    /** Counts beginnings and ends of recording: odd while the thread is recording. */
    private final PaddedLong entries = new PaddedLong();

    private volatile LatencyHistograms active;
    private LatencyHistograms idle;

    ThreadRecorder(int phases, int subscriptions) {
        active = new LatencyHistograms(phases, subscriptions);
        idle = new LatencyHistograms(phases, subscriptions);
        received = new PaddedLong[subscriptions];
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            received[subscription] = new PaddedLong();
        }
    }

    void recordCall(int phase, long scheduleLagNanos) {
        enter();
        try {
            active.recordCall(phase, scheduleLagNanos);
        } finally {
            entries.increment();
        }
    }

    void recordAcknowledgement(int phase, long serviceNanos, long responseNanos) {
        enter();
        try {
            active.recordAcknowledgement(phase, serviceNanos, responseNanos);
        } finally {
            entries.increment();
        }
    }

    void recordArrival(int phase, int subscription, long endToEndNanos, long sendToReceiveNanos) {
        enter();
        try {
            active.recordArrival(phase, subscription, endToEndNanos, sendToReceiveNanos);
        } finally {
            entries.increment();
        }
    }

    private void enter() {
        entries.setVolatile(entries.getPlain() + 1);
    }

    /** Moves what was recorded since the last call into {@code sum}. Called by the interval thread only. */
    synchronized void drainInto(LatencyHistograms sum) {
        LatencyHistograms drained = active;
        active = idle;
        idle = drained;
        awaitWriter();
        sum.add(drained);
        drained.reset();
    }

    /** Waits until a recording that is under way is done; that takes less than a microsecond of the writer. */
    private void awaitWriter() {
        long seen = entries.getVolatile();
        while ((seen & 1) == 1 && entries.getVolatile() == seen) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    PaddedLong received(int subscription) {
        return received[subscription];
    }
}
