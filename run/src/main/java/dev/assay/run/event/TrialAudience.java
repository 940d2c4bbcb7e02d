package dev.assay.run.event;

import dev.assay.model.trial.TrialListener;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;

/** Who listens to the trials of a run beside its directory and its terminal. */
@FunctionalInterface
public interface TrialAudience {
    /** Nobody. */
    TrialAudience NONE = _ -> TrialListener.all(List.of());

    /** A trial begins: who listens to it. */
    TrialListener of(PlannedTrial trial);
}
