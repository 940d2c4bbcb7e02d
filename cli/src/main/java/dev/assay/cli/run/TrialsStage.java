package dev.assay.cli.run;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunRequest.WorkerChoice;
import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;

/**
 * The part of a run that measures: every trial of the plan in order.
 *
 * @param workers who drives the load
 */
public record TrialsStage(Plan plan, WorkerChoice workers) implements RunStage {
    @Override
    public ExitCode run(Setting setting) {
        WorkerAdvice.of(plan, workers.count()).forEach(setting.context().progress()::say);
        ExitCode trouble = ExitCode.OK;
        try (TrialExecution execution = new TrialExecution(this, setting)) {
            for (PlannedTrial trial : plan.trials()) {
                if (setting.cancellation().isCancelled()) {
                    break;
                }
                ExitCode code = execution.run(trial);
                trouble = trouble == ExitCode.OK ? code : trouble;
                setting.fetched().accept(execution.checksums());
            }
        }
        return trouble;
    }
}
