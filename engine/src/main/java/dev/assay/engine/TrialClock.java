package dev.assay.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * The time of a trial: nanoseconds on the coordinator's monotonic clock, so that times taken by different workers can be
 * subtracted.
 */
public interface TrialClock {
    /** Now, in trial time. */
    long now();

    /** Trial time of a {@link System#nanoTime()} of this process. */
    long ofLocal(long localNanos);

    /** Waits about that long, or shorter. */
    void park(long nanos);

    /**
     * The clock of this process.
     *
     * @param offsetNanos coordinator's clock − this process's clock; 0 on the coordinator's host
     */
    static TrialClock monotonic(long offsetNanos) {
        return new Monotonic(offsetNanos);
    }

    /** {@link System#nanoTime()} shifted; on Linux CLOCK_MONOTONIC, which all processes of a host share. */
    record Monotonic(long offsetNanos) implements TrialClock {
        @Override
        public long now() {
            return System.nanoTime() + offsetNanos;
        }

        @Override
        public long ofLocal(long localNanos) {
            return localNanos + offsetNanos;
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(nanos);
        }
    }
}
