package dev.assay.engine;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * A thread that only sleeps 1 ms, again and again, and records how much longer it slept: what the machine does to every
 * thread of the worker. A long hiccup stands for all the sleeps that it swallowed (as in Gil Tene's jHiccup).
 */
final class HiccupMeter implements AutoCloseable {
    private static final long SLEEP_NANOS = 1_000_000;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final SingleWriterRecorder recorder = new SingleWriterRecorder(SIGNIFICANT_DIGITS);
    private final Thread thread;
    private volatile boolean closed;

    HiccupMeter() {
        thread = Thread.ofPlatform().daemon().name("hiccup-meter").start(this::run);
    }

    private void run() {
        long before = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(SLEEP_NANOS);
            long now = System.nanoTime();
            // A park may end early; that is no hiccup.
            recorder.recordValueWithExpectedInterval(Math.max(0, now - before - SLEEP_NANOS), SLEEP_NANOS);
            before = now;
        }
    }

    /** Hiccups in nanoseconds since the last call. */
    Histogram drain() {
        return recorder.getIntervalHistogram();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
