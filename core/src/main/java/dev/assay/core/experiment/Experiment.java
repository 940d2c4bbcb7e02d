package dev.assay.core.experiment;

import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.LatencyStatistic;
import java.util.List;
import java.util.Optional;

/**
 * Asks for trials and is given their results. What it says depends on the results alone, so that a run that was cut short goes
 * on as if it had not been.
 */
public interface Experiment {
    /**
     * The trial to run next.
     *
     * @param done the results so far; a trial that did not finish for a reason of its own is among them, one that was
     *     interrupted is not
     * @return empty when there is nothing more to find out
     */
    Optional<PlannedTrial> next(List<TrialResult> done);

    /** How much there is to come after these results. */
    Outlook outlook(List<TrialResult> done);

    /** The statistics of a trial that its result has to carry. */
    default List<LatencyStatistic> asksFor() {
        return List.of();
    }

    /** What it has to say of these results when it asks for no more, a line each; nothing where each trial speaks for itself. */
    default List<String> findings(List<TrialResult> done) {
        return List.of();
    }

    /** The experiment that a plan stands for. */
    static Experiment of(Plan plan) {
        return plan.repeat().goal().isPresent() ? new RepeatUntil(plan) : new Sweep(plan);
    }
}
