package dev.assay.run.trial;

import dev.assay.run.coordinator.Timeouts;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Limits of tests: so long that only a defect reaches them, on however busy a machine. */
public final class TestTimeouts {
    public static final long SECONDS = 120;
    public static final Duration LIMIT = Duration.ofSeconds(SECONDS);

    /** The limits of trials in tests of something else. */
    public static final Timeouts LIMITS = new Timeouts(LIMIT, LIMIT, LIMIT, LIMIT);

    private TestTimeouts() {}

    /** Waits until the condition holds, or fails at the limit. */
    public static void await(String event, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + SECONDS + " s: " + event);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
