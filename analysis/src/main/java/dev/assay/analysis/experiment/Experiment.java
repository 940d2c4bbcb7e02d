package dev.assay.analysis.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Requests trials and is given their results. Its answers depend on the results alone, so that an interrupted run can be resumed. */
public interface Experiment {
    /**
     * Returns the trial to run next.
     *
     * @param done the results so far; a trial that did not finish for a reason of its own is among them, an interrupted one is not
     * @return empty when there is nothing more to find out
     */
    Optional<PlannedTrial> next(List<TrialResult> done);

    ProgressEstimate estimate(List<TrialResult> done);

    default List<LatencyStatistic> asksFor() {
        return List.of();
    }

    /** Returns a line for each conclusion when no more trials are requested; nothing where each trial speaks for itself. */
    default List<String> findings(List<TrialResult> done) {
        return List.of();
    }

    default boolean asksForLoad() {
        return false;
    }

    /** Tells whether the next trial begins something new, so that it must not share a cluster with those before it. */
    default boolean beginsAnew(List<TrialResult> done) {
        return false;
    }

    /** Returns the results of searches for capacity; none for other experiments. */
    default List<CapacityRecord> capacities(List<TrialResult> done) {
        return List.of();
    }

    /**
     * Returns an experiment that knows the rate which the harness itself reaches, for scenarios that do not state it.
     *
     * @param ceiling messages per second of a trial; empty where it is not known
     */
    default Experiment beside(Function<TrialSpec, Optional<Double>> ceiling) {
        return this;
    }

    /**
     * Returns an experiment that can read the stored data of finished trials, if it needs more than their results.
     *
     * @param run to which they belong
     * @param trials by their folders
     */
    default Experiment reading(RunRecord run, Function<String, StoredTrial> trials) {
        return this;
    }

    static Experiment of(Plan plan) {
        if (plan.searches()) {
            return new CapacitySearch(plan);
        }
        return plan.repeat().goal().map(goal -> RepeatUntil.of(plan, goal)).orElseGet(() -> new Sweep(plan));
    }
}
