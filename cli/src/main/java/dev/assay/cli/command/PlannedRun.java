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
 * What a file asks to be run, before anything begins.
 *
 * @param file its path, for messages and for the record
 * @param text of the scenario or study
 * @param overrides as they are recorded
 * @param systems that it is limited to; none for all of them
 * @param seed from which the order of trials, keys and arrivals follow
 * @param plan all trials that there can be
 * @param certain those of them that are run for certain
 * @param stages what the run consists of, by who drives the load
 * @param cache has the artifacts, and may be locked to some
 * @param last whether nothing follows in this process
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
     * Of a study, or of the searches for its peaks.
     *
     * @param overrides as they are recorded
     * @param request what is asked for of it
     * @param more is said of how its trials are run
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

    /** The same with something that follows in this process. */
    PlannedRun followed() {
        return new PlannedRun(file, text, overrides, systems, seed, plan, certain, stages, cache, false);
    }

    /** The same on the systems that a card names, with its artifacts and no others; its figures are answered afterwards. */
    PlannedRun lockedTo(Lock lock) {
        return new PlannedRun(file, text, overrides, lock.systems(), seed, plan, certain, stages, cache, false)
                .lockedTo(lock.artifacts());
    }

    /**
     * The same with these artifacts and no others.
     *
     * @param artifacts SHA-256 by name
     */
    PlannedRun lockedTo(Map<String, String> artifacts) {
        return new PlannedRun(
                file, text, overrides, systems, seed, plan, certain, stages, cache.lockedTo(artifacts), last);
    }

    /** Of a plan that is run as it is, with the artifacts of this user's cache. */
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
