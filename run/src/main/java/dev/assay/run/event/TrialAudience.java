package dev.assay.run.event;

import dev.assay.model.trial.TrialListener;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;

/** Names the listeners to a run's trials, beside its directory and its terminal. */
@FunctionalInterface
public interface TrialAudience {
    TrialAudience NONE = _ -> TrialListener.all(List.of());

    TrialListener of(PlannedTrial trial);
}
