package dev.assay.driver.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Limits how long something is tried again and again with pauses; begins when it is created. */
public final class RetryWindow {
    private final long untilNanos;
    private final long pauseNanos;

    /**
     * @param limit how long tries may go on
     * @param pause between two of them
     */
    public RetryWindow(Duration limit, Duration pause) {
        untilNanos = System.nanoTime() + limit.toNanos();
        pauseNanos = pause.toNanos();
    }

    public boolean isOver() {
        return System.nanoTime() - untilNanos > 0;
    }

    /** Waits before the next try; shorter when the thread is interrupted. */
    public void pause() {
        LockSupport.parkNanos(pauseNanos);
    }
}
