package dev.assay.engine;

import dev.assay.driver.LocalClock;
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
    private final LocalClock clock;
    private final Thread thread;
    private volatile boolean closed;

    HiccupMeter(LocalClock clock) {
        this.clock = clock;
        thread = clock.start(Thread.ofPlatform().daemon().name("hiccup-meter"), this::run);
    }

    private void run() {
        long before = clock.nanoTime();
        while (!closed) {
            clock.park(SLEEP_NANOS);
            long now = clock.nanoTime();
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
        clock.unpark(thread);
    }
}
