package dev.assay.coordination.coordinator;

import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialStage;

/**
 * Takes what comes in while a trial runs. Called on the thread that runs the trial; an exception from here ends the trial
 * and comes out of {@link TrialRunner#run}.
 */
@FunctionalInterface
public interface IntervalSink {
    /** What one worker measured in about one second; in order for each worker. */
    void onInterval(WorkerInterval interval);

    /** The counts of all workers together, several times a second from the start of the load on. */
    default void onProgress(LoadTotals totals) {}

    /** The trial has reached another stage. */
    default void onStage(TrialStage stage) {}

    /** The start has been agreed on; it lies a little ahead. */
    default void onStart(LoadStart start) {}
}
