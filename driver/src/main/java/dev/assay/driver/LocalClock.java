package dev.assay.driver;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives the time of a process, and lets its threads wait. Code that times or waits for something while a trial runs is given a
 * clock, so that a test can let time pass without waiting for it.
 */
public interface LocalClock {
    LocalClock SYSTEM = new OfSystem();

    /** Returns the present time on the clock of {@link System#nanoTime()}. */
    long nanoTime();

    /** Returns the present time by the clock on the wall. */
    default Instant instant() {
        return Instant.now();
    }

    /** Waits about that long, or shorter, or until the thread is unparked. */
    void park(long nanos);

    /**
     * Waits like {@link #park(long)}, but shorter by what a thread may oversleep: a caller that asks again until the time has
     * come meets it to about a microsecond.
     */
    void parkShort(long nanos);

    /** Waits until the thread is unparked; may return earlier. */
    void park();

    /** Ends the current or the next wait of a thread. */
    void unpark(Thread thread);

    Thread start(Thread.Builder thread, Runnable body);

    /** Waits for a thread that this clock has started to end, for at most {@code limit}; returns whether it has ended. */
    boolean join(Thread thread, Duration limit) throws InterruptedException;

    /** Counts {@link System#nanoTime()}; on Linux CLOCK_MONOTONIC, which all processes of a host share. */
    final class OfSystem implements LocalClock {
        /** A wait spins for its last part, which is this long. */
        private static final long SPIN_NANOS = 60_000;

        private OfSystem() {}

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(nanos);
        }

        @Override
        public void parkShort(long nanos) {
            if (nanos > SPIN_NANOS) {
                LockSupport.parkNanos(nanos - SPIN_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }

        @Override
        public void park() {
            LockSupport.park();
        }

        @Override
        public void unpark(Thread thread) {
            LockSupport.unpark(thread);
        }

        @Override
        public Thread start(Thread.Builder thread, Runnable body) {
            return thread.start(body);
        }

        @Override
        public boolean join(Thread thread, Duration limit) throws InterruptedException {
            return thread.join(limit);
        }
    }
}
