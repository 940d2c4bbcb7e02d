package dev.assay.run.trial;

import dev.assay.scenario.plan.PlannedTrial;
import java.util.Optional;

/** Decides whether the systems that others run have the setup that the next trial needs. Asked in the order of the trials. */
public interface TrialGate {
    TrialGate OPEN = new TrialGate() {
        @Override
        public void passed(PlannedTrial trial) {}

        @Override
        public Optional<String> refusal(PlannedTrial trial) {
            return Optional.empty();
        }
    };

    /** Reports a trial that has its result from before the run was interrupted. */
    void passed(PlannedTrial trial);

    /**
     * Returns what is to be done before the trial can run, for people; empty where it can. It may take long.
     *
     * @throws dev.assay.model.exit.CommandFailure when the setup by a program has failed
     */
    Optional<String> refusal(PlannedTrial trial);
}
