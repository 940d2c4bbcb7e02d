package dev.assay.driver.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * @param limit generous: it is reached only when something is wrong
 * @param hopeless how long nothing may come any nearer before the wait is given up
 */
public record ContractTimeouts(Duration limit, Duration hopeless) {
    private static final long BETWEEN_LOOKS_NANOS = 2_000_000;

    public ContractTimeouts(Duration limit) {
        this(limit, limit);
    }

    /** Waits until a condition holds; fails with what was waited for and what was found instead. */
    public void until(String awaited, BooleanSupplier condition, Supplier<String> state) {
        long start = System.nanoTime();
        String last = state.get();
        while (!holdsWithin(hopeless, condition)) {
            String now = state.get();
            if (now.equals(last) || System.nanoTime() - start > limit.toNanos() || hopeless.equals(limit)) {
                long waited = (System.nanoTime() - start) / 1_000_000;
                throw new AssertionError("waited " + waited + " ms for " + awaited + ", but found " + now);
            }
            last = now;
        }
    }

    public static void never(String event, Duration watch, BooleanSupplier happened) {
        if (holdsWithin(watch, happened)) {
            throw new AssertionError(event);
        }
    }

    /** Waits until a count has not changed for a while. */
    public void untilStill(String counted, Duration still, LongSupplier count) {
        long deadline = System.nanoTime() + limit.toNanos();
        long last = count.getAsLong();
        while (holdsWithin(still, changed(last, count))) {
            last = count.getAsLong();
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited " + limit.toMillis() + " ms for " + counted + " to stop, at " + last);
            }
        }
    }

    private static BooleanSupplier changed(long from, LongSupplier count) {
        return () -> count.getAsLong() != from;
    }

    private static boolean holdsWithin(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
        return true;
    }
}
