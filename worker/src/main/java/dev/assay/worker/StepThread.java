package dev.assay.worker;

import dev.assay.driver.LocalClock;
import dev.assay.worker.engine.SerialThread;
import org.jspecify.annotations.Nullable;

/** Runs the steps of a trial one after the other; the one that runs can be interrupted without harm to the next. */
final class StepThread {
    private final LocalClock clock;
    private final SerialThread serial;
    private @Nullable Thread running;

    StepThread(LocalClock clock) {
        this.clock = clock;
        this.serial = new SerialThread(clock, "trial");
    }

    /** Queues a step that {@link #interrupt} may cut short. */
    void submit(Runnable step) {
        serial.execute(() -> {
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
        serial.execute(step);
        serial.close();
    }

    /** Interrupts the step that runs, if it is not the last. */
    synchronized void interrupt() {
        Thread thread = running;
        if (thread != null) {
            thread.interrupt();
            clock.unpark(thread);
        }
    }

    private synchronized void setRunning(@Nullable Thread thread) {
        running = thread;
        if (thread == null) {
            Thread.interrupted(); // An interrupt that came late was meant for the step that is over.
        }
    }
}
