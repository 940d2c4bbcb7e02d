package dev.assay.run.stage;

import dev.assay.model.exit.ExitCode;
import dev.assay.store.RunDirectory;

/** A part of a run: the trials, or the verifications. */
public interface RunStage {
    /**
     * Does its work and writes it down. Ends early when the run is cancelled.
     *
     * @return OK, or what stood in the way of a part of it, which has been reported
     */
    ExitCode run(Setting setting);

    /** Whether all that it would do is in that run directory already. */
    default boolean finishedIn(RunDirectory directory) {
        return true;
    }

    /**
     * Where it takes place.
     *
     * @param recorder takes what becomes known of the run
     */
    record Setting(RunDirectory directory, RunContext context, Cancellation cancellation, RunRecorder recorder) {}
}
