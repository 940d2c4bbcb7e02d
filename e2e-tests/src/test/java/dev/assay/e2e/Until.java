package dev.assay.e2e;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition of another process. */
final class Until {
    private Until() {}

    static void holds(String what, Duration max, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + max.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + max.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(20_000_000);
        }
    }
}
