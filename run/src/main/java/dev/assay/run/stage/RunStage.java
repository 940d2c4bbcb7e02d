package dev.assay.run.stage;

import dev.assay.model.exit.ExitCode;
import dev.assay.store.RunDirectory;

/** Executes a part of a run: the trials, or the verifications. */
public interface RunStage {
    /**
     * Executes and records the work of this part. Ends early when the run is cancelled.
     *
     * @return OK, or the code of a failure within it, which has been reported
     */
    ExitCode run(Setting setting);

    default boolean finishedIn(RunDirectory directory) {
        return true;
    }

    /** @param recorder takes what becomes known of the run */
    record Setting(RunDirectory directory, RunContext context, Cancellation cancellation, RunRecorder recorder) {}
}
