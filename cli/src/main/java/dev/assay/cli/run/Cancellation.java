package dev.assay.cli.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Ctrl-C and SIGTERM: ends the trial under way, waits until the run has put everything away, and only then lets the process
 * end.
 */
final class Cancellation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final Thread run = Thread.currentThread();
    private final Thread hook = new Thread(this::cancel, "cancellation");
    private final List<Runnable> actions = new ArrayList<>();
    private boolean cancelled;
    private volatile boolean runEnded;

    Cancellation() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** What ends the work under way; called at once when cancelled already. Takes the place of the one before. */
    void onCancel(Runnable action) {
        boolean late;
        synchronized (actions) {
            actions.clear();
            actions.add(action);
            late = cancelled;
        }
        if (late) {
            action.run();
        }
    }

    boolean isCancelled() {
        synchronized (actions) {
            return cancelled;
        }
    }

    private void cancel() {
        List<Runnable> toRun;
        synchronized (actions) {
            cancelled = true;
            toRun = List.copyOf(actions);
        }
        toRun.forEach(Runnable::run);
        try {
            synchronized (this) {
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                while (!runEnded && run.isAlive() && System.nanoTime() < deadline) {
                    wait(100);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The run has put everything away. */
    @Override
    public synchronized void close() {
        runEnded = true;
        notifyAll();
        if (!isCancelled()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException alreadyEnding) {
                // The process is on its way out; the hook sees that the run has ended.
                runEnded = true;
            }
        }
    }
}
