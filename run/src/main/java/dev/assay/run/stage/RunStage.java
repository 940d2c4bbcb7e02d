package dev.assay.run.stage;

import dev.assay.model.exit.ExitCode;
import dev.assay.store.RunDirectory;

/** Is a part of a run: the trials, or the verifications. */
public interface RunStage {
    /**
     * Does its work and records it. Ends early when the run is cancelled.
     *
     * @return OK, or the code of a failure of a part of it, which has been reported
     */
    ExitCode run(Setting setting);

    /** Returns whether all its work is in that run directory already. */
    default boolean finishedIn(RunDirectory directory) {
        return true;
    }

    /**
     * Holds the place of a stage.
     *
     * @param recorder takes what becomes known of the run
     */
    record Setting(RunDirectory directory, RunContext context, Cancellation cancellation, RunRecorder recorder) {}
}
