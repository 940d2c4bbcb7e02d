package dev.assay.engine;

import dev.assay.core.result.LatencyMetric;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * The histograms and counters of one thread. Only that thread writes; the interval thread reads by swapping sheets, which
 * loses nothing.
 *
 * <p>This is HdrHistogram's single-writer recorder for several histograms at once: what is recorded of one event costs one
 * entry into the phaser, not one for each metric.
 */
final class Lane {
    final AtomicLong sent = new AtomicLong();
    final AtomicLong acked = new AtomicLong();
    final AtomicLong failed = new AtomicLong();
    private final AtomicLong[] received;
    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private volatile LatencySheet active;
    private LatencySheet idle;

    Lane(int phases, int subscriptions) {
        active = new LatencySheet(phases);
        idle = new LatencySheet(phases);
        received = new AtomicLong[subscriptions];
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            received[subscription] = new AtomicLong();
        }
    }

    void recordCall(int phase, long sendDelayNanos) {
        long entry = phaser.writerCriticalSectionEnter();
        try {
            active.record(phase, LatencyMetric.SEND_DELAY, sendDelayNanos);
        } finally {
            phaser.writerCriticalSectionExit(entry);
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
        long entry = phaser.writerCriticalSectionEnter();
        try {
            LatencySheet sheet = active;
            sheet.record(phase, one, oneNanos);
            sheet.record(phase, other, otherNanos);
        } finally {
            phaser.writerCriticalSectionExit(entry);
        }
    }

    /** Moves what was recorded since the last call into {@code sum}. Called by the interval thread only. */
    void drainInto(LatencySheet sum) {
        phaser.readerLock();
        try {
            LatencySheet drained = active;
            active = idle;
            idle = drained;
            phaser.flipPhase();
            sum.add(drained);
            drained.reset();
        } finally {
            phaser.readerUnlock();
        }
    }

    /** Adds one without an atomic instruction: this thread is the only writer. */
    static void count(AtomicLong counter) {
        counter.setRelease(counter.getPlain() + 1);
    }

    AtomicLong received(int subscription) {
        return received[subscription];
    }
}
