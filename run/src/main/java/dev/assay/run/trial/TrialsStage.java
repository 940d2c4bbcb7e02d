package dev.assay.run.trial;

import dev.assay.analysis.experiment.Experiment;
import dev.assay.analysis.experiment.StoredResults;
import dev.assay.analysis.experiment.TrialResult;
import dev.assay.driver.LocalClock;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.unit.DurationText;
import dev.assay.run.preflight.WorkerAdvice;
import dev.assay.run.preflight.WrittenData;
import dev.assay.run.stage.HarnessFaults;
import dev.assay.run.stage.RunStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerPools;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.store.RunDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Measures the trials that an experiment asks for. One whose result is in the run directory already is not run again.
 *
 * @param plan the trials that may be asked for
 * @param workers that drive the load
 * @param faults of the workers in a self-test
 * @param ignoresAlarms whether trials continue when a cluster that others run is in trouble
 * @param pools makes the pool from which workers are taken
 * @param gates makes the gate that decides whether a trial can run as its system is set up; the run ends at one that can't
 * @param max time after the first trial's beginning by which a trial must be likely to end in order to begin; null for no limit
 */
public record TrialsStage(
        Plan plan,
        Experiment experiment,
        WorkerChoice workers,
        HarnessFaults faults,
        boolean ignoresAlarms,
        @Nullable Duration max,
        WorkerPools.Source pools,
        Function<Setting, TrialGate> gates)
        implements RunStage {
    public TrialsStage(Plan plan, WorkerChoice workers) {
        this(plan, workers, HarnessFaults.NONE);
    }

    public TrialsStage(Plan plan, WorkerChoice workers, HarnessFaults faults) {
        this(plan, Experiment.of(plan), workers, faults, false, null, WorkerPools::of, _ -> TrialGate.OPEN);
    }

    public TrialsStage(Plan plan, Experiment experiment, WorkerChoice workers) {
        this(plan, experiment, workers, HarnessFaults.NONE, false, null, WorkerPools::of, _ -> TrialGate.OPEN);
    }

    public TrialsStage within(@Nullable Duration time) {
        return new TrialsStage(plan, experiment, workers, faults, ignoresAlarms, time, pools, gates);
    }

    public TrialsStage ignoringAlarms(boolean ignored) {
        return new TrialsStage(plan, experiment, workers, faults, ignored, max, pools, gates);
    }

    public TrialsStage through(Function<Setting, TrialGate> others) {
        return new TrialsStage(plan, experiment, workers, faults, ignoresAlarms, max, pools, others);
    }

    public TrialsStage takingWorkersFrom(WorkerPools.Source others) {
        return new TrialsStage(plan, experiment, workers, faults, ignoresAlarms, max, others, gates);
    }

    /** Ends with the first trial that has no result: its interruption concerns the whole run. */
    @Override
    public ExitCode run(Setting setting) {
        announce(setting);
        RunRecord record = setting.recorder().record();
        Experiment experiment = besideCeiling(record.calibration()).reading(record, setting.directory()::readTrial);
        StoredResults results = StoredResults.of(setting.directory(), experiment);
        TrialGate gate = gates.apply(setting);
        List<TrialResult> done = new ArrayList<>();
        ExitCode trouble = ExitCode.OK;
        LocalClock clock = setting.context().clock();
        long begun = clock.nanoTime();
        try (Trial.Shared run = new Trial.Shared(this, freshClusters(), setting)) {
            Optional<PlannedTrial> next = experiment.next(done);
            while (next.isPresent() && !setting.cancellation().isCancelled()) {
                PlannedTrial trial = next.get();
                if (beginsAnew(experiment, done, trial)) {
                    run.beginAnew();
                }
                TrialResult result = results.of(trial);
                if (result != null) {
                    run.passOver(trial);
                    gate.passed(trial);
                } else if (isTooLate(trial, clock.nanoTime() - begun)) {
                    sayWhatIsLeft(setting, experiment.estimate(done), done.size());
                    break;
                } else {
                    Optional<String> refusal = gate.refusal(trial);
                    if (setting.cancellation().wasCancelled()) {
                        break;
                    }
                    if (refusal.isPresent()) {
                        setting.context()
                                .progress()
                                .warn("the run stops after %d of %s trials: %s; then go on with '--resume %s'"
                                        .formatted(
                                                done.size(),
                                                experiment.estimate(done).trials(),
                                                refusal.get(),
                                                setting.directory().path()));
                        break;
                    }
                    setting.recorder().planned(trial);
                    ExitCode code = new Trial(run, trial, done.size(), experiment.estimate(done)).run();
                    trouble = trouble == ExitCode.OK && !forgiven(code) ? code : trouble;
                    setting.recorder().fetched(run.checksums());
                    result = results.of(trial);
                }
                if (result == null) {
                    break;
                }
                done.add(result);
                next = experiment.next(done);
                setting.recorder().searched(experiment.capacities(done));
            }
        }
        tellFindings(experiment, done, setting);
        return trouble != ExitCode.OK || !givenUp(done) ? trouble : ExitCode.INCONCLUSIVE;
    }

    private void announce(Setting setting) {
        plan.repeat()
                .goal()
                .ifPresent(_ -> setting.context().progress().say(plan.repeat().blocks()));
        WrittenData.of(plan)
                .saturated()
                .forEach(system -> setting.context()
                        .progress()
                        .warn(system + " is run by others, and is offered more than it sustains, on purpose"));
        WorkerAdvice.sharing(plan, workers.count()).ifPresent(setting.context().progress()::say);
        WorkerAdvice.of(plan, workers.count()).forEach(setting.context().progress()::warn);
    }

    private void tellFindings(Experiment readingExperiment, List<TrialResult> done, Setting setting) {
        if (readingExperiment.next(done).isEmpty()) {
            setting.recorder().addFindings(findings(readingExperiment.findings(done), records(setting.directory())));
        }
    }

    private boolean isTooLate(PlannedTrial trial, long spentNanos) {
        long end = spentNanos + trial.spec().likelyLength().toNanos();
        return max != null && end > max.toNanos();
    }

    private void sayWhatIsLeft(Setting setting, ProgressEstimate estimate, int done) {
        setting.context()
                .progress()
                .warn(
                        "the time limit of %s was reached after %d of %s trials; the others are not run ('--resume %s' runs them)"
                                .formatted(
                                        DurationText.format(Objects.requireNonNull(max)),
                                        done,
                                        estimate.trials(),
                                        setting.directory().path()));
    }

    private Experiment besideCeiling(CalibrationStatus machine) {
        return experiment.beside(spec -> ceiling(machine, spec));
    }

    /**
     * Returns the rate that one worker of this machine reaches by itself; empty where several share its processors, or others drive the
     * load.
     */
    private Optional<Double> ceiling(CalibrationStatus machine, TrialSpec spec) {
        return workers.local() == 1 && workers.isLocal()
                ? machine.calibration()
                        .filter(known -> known.ceilings().stream().allMatch(HarnessCeiling::exceeded))
                        .flatMap(known ->
                                known.ceiling(spec.workload().allSubscriptions().size()))
                : Optional.empty();
    }

    /** Returns whether each trial has a cluster of its own; by default only the trials of a search share one. */
    private boolean freshClusters() {
        return plan.clusters() == ClusterSharing.PER_TRIAL
                || (plan.clusters() == ClusterSharing.AUTO && !plan.searches());
    }

    /**
     * Returns whether the trial gets another cluster than those before: blocks are independent of each other, as their intervals assume,
     * only if no cluster lasts from one to the next.
     */
    private boolean beginsAnew(Experiment experiment, List<TrialResult> done, PlannedTrial trial) {
        return switch (plan.clusters()) {
            case AUTO -> experiment.beginsAnew(done);
            case SHARED -> !done.isEmpty() && done.getLast().repetition() != trial.repetition();
            case CONSECUTIVE, PER_TRIAL -> false;
        };
    }

    /** Returns whether a failure of the system is a result, as it was offered a load to find its limit. */
    private boolean forgiven(ExitCode code) {
        return plan.searches() && code == ExitCode.SYSTEM_UNDER_TEST;
    }

    private boolean givenUp(List<TrialResult> done) {
        return experiment.capacities(done).stream().anyMatch(capacity -> capacity.state() == State.STOPPED);
    }

    private List<String> findings(List<String> experimentFindings, List<TrialRecord> records) {
        List<String> findings = new ArrayList<>(experimentFindings);
        if (!plan.searches() && plan.clusters() != ClusterSharing.SHARED) {
            ClusterComparison.finding(records.stream()
                            .map(trial -> trial.setup().cluster())
                            .toList())
                    .ifPresent(findings::add);
        }
        InFlightComparison.finding(
                        records.stream().map(trial -> trial.setup().config()).toList())
                .ifPresent(findings::add);
        return findings;
    }

    private static List<TrialRecord> records(RunDirectory directory) {
        return directory.finished().stream().map(directory::readRecord).toList();
    }

    /** Returns whether every trial that the experiment asks for has its result in that run already. */
    @Override
    public boolean finishedIn(RunDirectory directory) {
        Experiment readingExperiment = experiment.reading(directory.record(), directory::readTrial);
        StoredResults results = StoredResults.of(directory, readingExperiment);
        List<TrialResult> done = new ArrayList<>();
        Optional<PlannedTrial> next = readingExperiment.next(done);
        while (next.isPresent()) {
            TrialResult result = results.of(next.get());
            if (result == null) {
                return false;
            }
            done.add(result);
            next = readingExperiment.next(done);
        }
        return true;
    }
}
