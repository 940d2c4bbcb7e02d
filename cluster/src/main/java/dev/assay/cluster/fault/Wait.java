package dev.assay.cluster.fault;

import dev.assay.cluster.DeploymentException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for time to pass, where no condition can be checked instead. */
public final class Wait {
    private Wait() {}

    /**
     * Returns at this instant of {@link System#nanoTime()}.
     *
     * @param event for people, as in "Interrupted while waiting for the sessions to end"
     * @throws DeploymentException when this thread is interrupted
     */
    public static void until(long nanoTime, String event) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw DeploymentException.environment("Interrupted while waiting for " + event + ".", null);
            }
        }
    }

    /**
     * Returns after that time.
     *
     * @param event for people, as in {@link #until}
     */
    public static void lasting(Duration time, String event) {
        until(System.nanoTime() + time.toNanos(), event);
    }
}
