package dev.assay.run.trial;

import dev.assay.run.coordinator.Timeouts;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How long tests wait for what must come: so long that only a defect keeps it away, on however busy a machine. */
public final class TestTimeouts {
    public static final long SECONDS = 120;
    public static final Duration LIMIT = Duration.ofSeconds(SECONDS);

    /** For trials that are not about limits. */
    public static final Timeouts LIMITS = new Timeouts(LIMIT, LIMIT, LIMIT, LIMIT);

    private TestTimeouts() {}

    /** Waits until it is so; fails when it does not come to be. */
    public static void await(String what, BooleanSupplier so) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + SECONDS + " s: " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
