package dev.assay.coordination.worker;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Runs the steps of a trial one after the other; the one that runs can be interrupted without harm to the next. */
final class StepThread {
    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("trial").daemon().factory());
    private @Nullable Thread running;

    /** Queues a step that {@link #interrupt} may cut short. */
    void submit(Runnable step) {
        executor.execute(() -> {
            setRunning(Thread.currentThread());
            try {
                step.run();
            } finally {
                setRunning(null);
            }
        });
    }

    /** Queues the last step, which nothing interrupts; later ones are not taken. */
    void submitLast(Runnable step) {
        executor.execute(step);
        executor.shutdown();
    }

    /** Interrupts the step that runs, if it is not the last. */
    synchronized void interrupt() {
        Thread thread = running;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private synchronized void setRunning(@Nullable Thread thread) {
        running = thread;
        if (thread == null) {
            Thread.interrupted(); // An interrupt that came late was meant for the step that is over.
        }
    }
}
