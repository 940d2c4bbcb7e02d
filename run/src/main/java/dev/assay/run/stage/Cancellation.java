package dev.assay.run.stage;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Ctrl-C and SIGTERM: ends what is under way, waits until the run has put everything away and said so, and only then lets
 * the process end.
 */
public final class Cancellation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final Thread hook = new Thread(this::cancel, "cancellation");
    private Runnable action = () -> {};
    private boolean cancelled;
    private boolean acted;
    private boolean runEnded;

    /** Begins to listen for them. */
    public Cancellation() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** What ends the work that begins now; called at once when cancelled already. Takes the place of the one before. */
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

    /** Whether somebody wants the run to end. */
    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /**
     * Whether the work under way was cancelled. When it was, the cancelling is over on return: the thread of the run will
     * not be interrupted any more, and can put things away undisturbed.
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

    /** What the shutdown hook does. */
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

    private void awaitUnlessLate(BooleanSupplier so) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean interrupted = false;
        synchronized (this) {
            for (long left = PATIENCE.toMillis(); !so.getAsBoolean() && left > 0; left = millisUntil(deadline)) {
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

    /** The run has put everything away and has reported how it went. */
    @Override
    public void close() {
        synchronized (this) {
            runEnded = true;
            notifyAll();
        }
        if (!isCancelled()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException alreadyEnding) {
                // The process is on its way out; the hook has seen or will see that the run has ended.
            }
        }
    }
}
