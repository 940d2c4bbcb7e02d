package dev.assay.worker.engine;

import dev.assay.driver.LocalClock;

/**
 * Is the time of a trial: nanoseconds on the coordinator's monotonic clock, so that times taken by different workers can be
 * subtracted.
 */
public interface TrialClock {
    long now();

    /** Returns the trial time of a {@link LocalClock#nanoTime()} of this process. */
    long ofLocal(long localNanos);

    LocalClock local();

    /** @param offsetNanos coordinator's clock − this process's clock; 0 on the coordinator's host */
    static TrialClock monotonic(long offsetNanos) {
        return monotonic(LocalClock.SYSTEM, offsetNanos);
    }

    static TrialClock monotonic(LocalClock local, long offsetNanos) {
        return new Monotonic(local, offsetNanos);
    }

    record Monotonic(LocalClock local, long offsetNanos) implements TrialClock {
        @Override
        public long now() {
            return local.nanoTime() + offsetNanos;
        }

        @Override
        public long ofLocal(long localNanos) {
            return localNanos + offsetNanos;
        }
    }
}
