package dev.assay.run.trial;

import dev.assay.scenario.plan.PlannedTrial;
import java.util.Optional;

/** Whether the systems that others run are set up as the next trial needs them. Asked in the order of the trials. */
public interface TrialGate {
    /** One that lets all through. */
    TrialGate OPEN = new TrialGate() {
        @Override
        public void passed(PlannedTrial trial) {}

        @Override
        public Optional<String> refusal(PlannedTrial trial) {
            return Optional.empty();
        }
    };

    /** A trial has its result from before the run was interrupted. */
    void passed(PlannedTrial trial);

    /**
     * What is to be done before the trial can run, for people; empty where it can. It may take long.
     *
     * @throws dev.assay.model.exit.CommandFailure when what was to set the system up has failed
     */
    Optional<String> refusal(PlannedTrial trial);
}
