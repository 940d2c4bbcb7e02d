package dev.assay.run.stage;

/** Cancels runs of tests as Ctrl-C does. */
public final class Cancelling {
    private Cancelling() {}

    /** Cancels a run from another thread; returns when the work under way has been ended, and the run's thread may go on. */
    public static void cancel(Cancellation run) {
        Thread.ofPlatform().daemon().name("ctrl-c").start(run::cancel);
        while (!run.wasCancelled()) {
            Thread.onSpinWait();
        }
    }
}
