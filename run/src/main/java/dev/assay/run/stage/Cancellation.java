package dev.assay.run.stage;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Handles Ctrl-C and SIGTERM: ends the work under way, waits until the run has cleaned up and reported, and only then lets the process end.
 */
public final class Cancellation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final Thread hook = new Thread(this::cancel, "cancellation");
    private Runnable action = () -> {};
    private boolean cancelled;
    private boolean acted;
    private boolean runEnded;

    public Cancellation() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sets what ends the work that begins now, in place of the previous work; runs {@code next} at once when cancelled already. */
    public void onCancel(Runnable next) {
        boolean late;
        synchronized (this) {
            action = next;
            late = cancelled;
        }
        if (late) {
            next.run();
        }
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /**
     * Returns whether the work under way was cancelled. If so, the cancelling is over on return: the thread of the run will not be
     * interrupted any more, and can clean up undisturbed.
     */
    public boolean wasCancelled() {
        synchronized (this) {
            if (!cancelled) {
                return false;
            }
            awaitUnlessLate(() -> acted);
        }
        Thread.interrupted();
        return true;
    }

    void cancel() {
        Runnable now;
        synchronized (this) {
            cancelled = true;
            now = action;
        }
        try {
            now.run();
        } finally {
            synchronized (this) {
                acted = true;
                notifyAll();
                awaitUnlessLate(() -> runEnded);
            }
        }
    }

    private void awaitUnlessLate(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean interrupted = false;
        synchronized (this) {
            for (long left = PATIENCE.toMillis(); !condition.getAsBoolean() && left > 0; left = millisUntil(deadline)) {
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millisUntil(long deadline) {
        return (deadline - System.nanoTime()) / 1_000_000;
    }

    /** Reports that the run has cleaned up and reported, so that the process may end. */
    @Override
    public void close() {
        synchronized (this) {
            runEnded = true;
            notifyAll();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The process is on its way out; the hook has seen or will see that the run has ended.
        }
    }
}
