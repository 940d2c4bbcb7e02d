package dev.assay.testing.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition with a bound. */
public final class Eventually {
    /** Nothing takes that long, on however busy a machine: whoever waits in vain so long waits for a defect. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private Eventually() {}

    /** Whether it comes to hold. */
    public static boolean holds(BooleanSupplier condition) {
        return within(PATIENCE, condition);
    }

    /** Whether it holds within this time. */
    public static boolean within(Duration max, BooleanSupplier condition) {
        long deadline = System.nanoTime() + max.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(5_000_000);
        }
        return true;
    }
}
