package dev.assay.coordination.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ensures that a worker runs one trial at a time. */
final class TrialLock {
    private @Nullable TrialHandler holder;
    private boolean closed;

    /**
     * Acquires the lock. Waits for a trial that is ending, but not for one that runs.
     *
     * @throws TrialRefusedException when another trial holds the lock
     */
    synchronized void take(TrialHandler handler, Duration limit) throws TrialRefusedException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        TrialHandler other = holder;
        while (other != null && !closed) {
            long left = deadline - System.nanoTime();
            if (!other.isEnding() || left <= 0) {
                throw busyWith(other);
            }
            wait(millis(left));
            other = holder;
        }
        if (closed) {
            throw new TrialRefusedException("this worker is being stopped");
        }
        holder = handler;
    }

    private static TrialRefusedException busyWith(TrialHandler other) {
        String advice = other.isEnding()
                ? ", which does not come to its end; restart the worker"
                : " of another coordinator; wait until it is over, or use another worker";
        return new TrialRefusedException("this worker is busy with trial " + other.name() + advice);
    }

    /** Releases the lock; nothing happens when the handler never held it. */
    synchronized void release(TrialHandler handler) {
        if (holder == handler) {
            holder = null;
            notifyAll();
        }
    }

    /** Refuses new trials, ends the running one, and waits for its clean-up. */
    void end(String reason, Duration limit) {
        TrialHandler running;
        synchronized (this) {
            closed = true;
            running = holder;
        }
        if (running != null) {
            running.abort(reason);
            awaitFree(limit);
        }
    }

    private synchronized void awaitFree(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (holder != null && deadline - System.nanoTime() > 0) {
                wait(millis(deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** At least 1, as 0 would wait for ever. */
    private static long millis(long nanos) {
        return Math.max(1, nanos / 1_000_000);
    }
}
