package dev.assay.cluster.fault;

import dev.assay.cluster.DeploymentException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for time to pass, where nothing can be asked instead. */
public final class Wait {
    private Wait() {}

    /**
     * Returns at this instant of {@link System#nanoTime()}.
     *
     * @param what for people, as in "Interrupted while waiting for the sessions to end"
     * @throws DeploymentException when this thread is interrupted
     */
    public static void until(long nanoTime, String what) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw DeploymentException.environment("Interrupted while waiting for " + what + ".", null);
            }
        }
    }

    /**
     * Returns after that time.
     *
     * @param what for people, as in {@link #until}
     */
    public static void lasting(Duration time, String what) {
        until(System.nanoTime() + time.toNanos(), what);
    }
}
