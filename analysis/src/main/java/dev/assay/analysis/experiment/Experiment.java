package dev.assay.analysis.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
    ProgressEstimate estimate(List<TrialResult> done);

    /** The statistics of a trial that its result has to carry. */
    default List<LatencyStatistic> asksFor() {
        return List.of();
    }

    /** What it has to say of these results when it asks for no more, a line each; nothing where each trial speaks for itself. */
    default List<String> findings(List<TrialResult> done) {
        return List.of();
    }

    /** Whether it wants to know of each trial how the system bore the load. */
    default boolean asksForLoad() {
        return false;
    }

    /** Whether the trial that comes next begins something new, so that no cluster is shared with those before it. */
    default boolean beginsAnew(List<TrialResult> done) {
        return false;
    }

    /** What searches for capacity have found by these results; none where it is no such search. */
    default List<CapacityRecord> capacities(List<TrialResult> done) {
        return List.of();
    }

    /**
     * The same beside what the harness itself reaches, where the scenario does not say that.
     *
     * @param ceiling messages per second of a trial; empty where it is not known
     */
    default Experiment beside(Function<TrialSpec, Optional<Double>> ceiling) {
        return this;
    }

    /**
     * The same with what is stored of trials that are done, where it looks at more than their results.
     *
     * @param trials by their folders
     */
    default Experiment reading(Function<String, StoredTrial> trials) {
        return this;
    }

    /** The experiment that a plan stands for. */
    static Experiment of(Plan plan) {
        if (plan.searches()) {
            return new CapacitySearch(plan);
        }
        return plan.repeat().goal().isPresent() ? new RepeatUntil(plan) : new Sweep(plan);
    }
}
