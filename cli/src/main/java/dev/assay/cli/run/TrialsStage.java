package dev.assay.cli.run;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunRequest.WorkerChoice;
import dev.assay.core.experiment.Experiment;
import dev.assay.core.experiment.TrialResult;
import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.TrialRecord;
import dev.assay.store.RunDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a run that measures: the trials that an experiment asks for. One whose result is in the run directory already is
 * not run again.
 *
 * @param plan the trials that may be asked for
 * @param workers who drives the load
 * @param faults what a self-test does to them
 */
public record TrialsStage(Plan plan, Experiment experiment, WorkerChoice workers, HarnessFaults faults)
        implements RunStage {
    /** The trials of a plan. */
    public TrialsStage(Plan plan, WorkerChoice workers) {
        this(plan, workers, HarnessFaults.NONE);
    }

    /** The trials of a plan, with a harness that is disturbed on purpose. */
    public TrialsStage(Plan plan, WorkerChoice workers, HarnessFaults faults) {
        this(plan, Experiment.of(plan), workers, faults);
    }

    /** Ends with the first trial that has no result: something has interrupted it that concerns the whole run. */
    @Override
    public ExitCode run(Setting setting) {
        plan.repeat()
                .goal()
                .ifPresent(_ -> setting.context().progress().say(plan.repeat().blocks()));
        WorkerAdvice.of(plan, workers.count()).forEach(setting.context().progress()::say);
        StoredResults results = new StoredResults(setting.directory(), experiment.asksFor());
        List<TrialResult> done = new ArrayList<>();
        ExitCode trouble = ExitCode.OK;
        try (TrialExecution execution =
                new TrialExecution(workers, faults, plan.clusters().oneForEachTrial(), setting)) {
            Optional<PlannedTrial> next = experiment.next(done);
            while (next.isPresent() && !setting.cancellation().isCancelled()) {
                PlannedTrial trial = next.get();
                Optional<TrialResult> result = results.of(trial);
                if (result.isPresent()) {
                    execution.passOver(trial);
                } else {
                    setting.recorder().planned(trial);
                    ExitCode code = execution.run(trial, experiment.outlook(done));
                    trouble = trouble == ExitCode.OK ? code : trouble;
                    setting.recorder().fetched(execution.checksums());
                    result = results.of(trial);
                }
                if (result.isEmpty()) {
                    break;
                }
                done.add(result.get());
                next = experiment.next(done);
            }
        }
        if (experiment.next(done).isEmpty()) {
            setting.recorder().found(findings(done, records(setting.directory())));
        }
        return trouble;
    }

    private List<String> findings(List<TrialResult> done, List<TrialRecord> records) {
        List<String> findings = new ArrayList<>(experiment.findings(done));
        ClusterComparison.finding(records.stream().map(TrialRecord::cluster).toList())
                .ifPresent(findings::add);
        InFlightComparison.finding(records.stream().map(TrialRecord::config).toList())
                .ifPresent(findings::add);
        return findings;
    }

    private static List<TrialRecord> records(RunDirectory directory) {
        return directory.finished().stream().map(directory::readRecord).toList();
    }

    /** Whether every trial that the experiment asks for has its result in that run already. */
    @Override
    public boolean finishedIn(RunDirectory directory) {
        StoredResults results = new StoredResults(directory, experiment.asksFor());
        List<TrialResult> done = new ArrayList<>();
        Optional<PlannedTrial> next = experiment.next(done);
        while (next.isPresent()) {
            Optional<TrialResult> result = results.of(next.get());
            if (result.isEmpty()) {
                return false;
            }
            done.add(result.get());
            next = experiment.next(done);
        }
        return true;
    }
}
