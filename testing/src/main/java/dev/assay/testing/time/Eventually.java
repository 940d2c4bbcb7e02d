package dev.assay.testing.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

public final class Eventually {
    /** The limit, which only a defect reaches, however busy the machine is. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private Eventually() {}

    /** Returns whether the condition becomes true within {@link #PATIENCE}. */
    public static boolean holds(BooleanSupplier condition) {
        return within(PATIENCE, condition);
    }

    /** Returns whether the condition becomes true within {@code max}. */
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
