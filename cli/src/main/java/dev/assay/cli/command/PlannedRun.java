package dev.assay.cli.command;

import dev.assay.analysis.study.StudyExperiment;
import dev.assay.cluster.AssayCache;
import dev.assay.report.card.Lock;
import dev.assay.run.stage.RunStage;
import dev.assay.run.trial.TrialsStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * @param file its path, for messages and for the record
 * @param text of the scenario or study
 * @param overrides as they are recorded
 * @param systems to which the run is limited; empty for all of them
 * @param seed from which the order of trials, keys and arrivals are derived
 * @param plan all trials that there can be
 * @param certain the trials of the plan that are run for certain
 * @param stages makes the stages of the run for a choice of workers
 * @param cache has the artifacts, and may be locked to some
 * @param last false when the process continues with something else after this run
 */
record PlannedRun(
        String file,
        String text,
        List<String> overrides,
        List<String> systems,
        long seed,
        Plan plan,
        List<PlannedTrial> certain,
        Function<WorkerChoice, List<RunStage>> stages,
        AssayCache cache,
        boolean last) {
    PlannedRun {
        overrides = List.copyOf(overrides);
        systems = List.copyOf(systems);
        certain = List.copyOf(certain);
    }

    /**
     * Returns the run of a study, or of the searches for its peaks.
     *
     * @param overrides as they are recorded
     * @param request the wanted part of the study
     * @param more adds further options to the stage of its trials
     */
    static PlannedRun of(
            String file,
            String text,
            List<String> overrides,
            StudyRequest request,
            StudyPlan study,
            UnaryOperator<TrialsStage> more) {
        Plan plan = study.plan();
        StudyChoice wanted = request.searchesPeaks() ? StudyChoice.ALL : request.choice();
        return new PlannedRun(
                file,
                text,
                overrides,
                List.of(),
                study.study().seed(),
                plan,
                StudyExperiment.certain(wanted, plan),
                load -> List.of(more.apply(new TrialsStage(plan, StudyExperiment.of(study, wanted, plan), load)
                        .within(wanted.budget().orElse(null)))),
                AssayCache.standard(),
                true);
    }

    PlannedRun followed() {
        return new PlannedRun(file, text, overrides, systems, seed, plan, certain, stages, cache, false);
    }

    /** Restricts the run to a card's systems and artifacts, and marks it as not the last, since its figures are judged afterwards. */
    PlannedRun lockedTo(Lock lock) {
        return new PlannedRun(file, text, overrides, lock.systems(), seed, plan, certain, stages, cache, false)
                .lockedTo(lock.artifacts());
    }

    /**
     * Restricts the run to these artifacts.
     *
     * @param artifacts SHA-256 by name
     */
    PlannedRun lockedTo(Map<String, String> artifacts) {
        return new PlannedRun(
                file, text, overrides, systems, seed, plan, certain, stages, cache.lockedTo(artifacts), last);
    }

    /** Returns the run of a plan that does not change, with the artifacts of this user's cache. */
    static PlannedRun of(
            String file,
            String text,
            List<String> overrides,
            List<String> systems,
            long seed,
            Plan plan,
            Function<WorkerChoice, List<RunStage>> stages) {
        return new PlannedRun(
                file, text, overrides, systems, seed, plan, plan.certain(), stages, AssayCache.standard(), true);
    }
}
