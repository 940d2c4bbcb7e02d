package dev.assay.cluster.telemetry;

import java.util.function.LongSupplier;

/**
 * Calls a task at whole seconds from its start. One call is over before the next is planned, so after a pause the next call comes
 * with the next whole second: missed seconds are not made up for by calls in a burst, whose lengths nobody would have watched.
 */
final class SecondTicks {
    private static final long PERIOD_NANOS = 1_000_000_000;

    private final LongSupplier clock;
    private final Later later;
    private final Runnable tick;
    private long originNanos;

    @FunctionalInterface
    interface Later {
        /** Plans a task; it is dropped where nothing is run any more. */
        void run(Runnable task, long delayNanos);
    }

    /** @param clock monotonic, in nanoseconds */
    SecondTicks(LongSupplier clock, Later later, Runnable tick) {
        this.clock = clock;
        this.later = later;
        this.tick = tick;
    }

    /** Plans the first call for a second from now. */
    void start() {
        originNanos = clock.getAsLong();
        plan();
    }

    private void plan() {
        long passed = clock.getAsLong() - originNanos;
        later.run(this::next, PERIOD_NANOS - passed % PERIOD_NANOS);
    }

    private void next() {
        try {
            tick.run();
            plan();
        } catch (Error e) { // The executor would hide it, and no more seconds would follow.
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
            throw e;
        }
    }
}
