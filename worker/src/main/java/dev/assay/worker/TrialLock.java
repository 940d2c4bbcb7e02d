package dev.assay.worker;

import dev.assay.driver.LocalClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ensures that a worker runs one trial at a time. */
final class TrialLock {
    private static final long LOOK_NANOS = 5_000_000;

    private final LocalClock clock;
    private @Nullable TrialHandler holder;
    private boolean closed;

    TrialLock(LocalClock clock) {
        this.clock = clock;
    }

    /**
     * Acquires the lock. Waits for a trial that is ending, but not for one that runs.
     *
     * @throws TrialRefusedException when another trial holds the lock
     */
    void take(TrialHandler handler, Duration limit) throws TrialRefusedException, InterruptedException {
        long deadline = clock.nanoTime() + limit.toNanos();
        while (!tryTake(handler, deadline - clock.nanoTime() <= 0)) {
            clock.park(LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("the trial is over");
            }
        }
    }

    private synchronized boolean tryTake(TrialHandler handler, boolean late) throws TrialRefusedException {
        if (closed) {
            throw new TrialRefusedException("this worker is being stopped");
        }
        TrialHandler other = holder;
        if (other != null && (late || !other.isEnding())) {
            throw busyWith(other);
        }
        if (other == null) {
            holder = handler;
        }
        return other == null;
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

    private void awaitFree(Duration limit) {
        long deadline = clock.nanoTime() + limit.toNanos();
        while (isHeld()
                && deadline - clock.nanoTime() > 0
                && !Thread.currentThread().isInterrupted()) {
            clock.park(LOOK_NANOS);
        }
    }

    private synchronized boolean isHeld() {
        return holder != null;
    }
}
