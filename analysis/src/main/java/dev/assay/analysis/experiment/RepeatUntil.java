package dev.assay.analysis.experiment;

import dev.assay.model.spec.Repeat.Decided;
import dev.assay.model.spec.Repeat.Goal;
import dev.assay.model.spec.Repeat.Precise;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Repeats a plan's blocks until enough is known, or the budget of blocks is spent. It decides after whole blocks only, so that every
 * point has been measured equally often and under the same conditions, and never before {@link Goal#minBlocks} of them.
 */
abstract sealed class RepeatUntil implements Experiment permits RepeatUntilPrecise, RepeatUntilDecided {
    final Plan plan;

    /** Counts the trials of a block. */
    final int points;

    /** Numbers the block before whose end nothing is decided. */
    final int first;

    RepeatUntil(Plan plan, Goal goal) {
        this.plan = plan;
        this.points = plan.trials().size() / plan.repeat().max();
        this.first = Math.max(goal.minBlocks(), plan.repeat().min());
    }

    static Experiment of(Plan plan, Goal goal) {
        return switch (goal) {
            case Precise precise -> new RepeatUntilPrecise(plan, precise);
            case Decided _ -> new RepeatUntilDecided(plan);
        };
    }

    /**
     * Returns how many more blocks are needed at least; 0 where enough is known.
     *
     * @param counted the results of whole blocks
     */
    abstract int blocksMore(List<TrialResult> counted);

    @Override
    public Optional<PlannedTrial> next(List<TrialResult> done) {
        int blocks = blocks(done);
        return Sweep.missing(plan, done).stream().findFirst().filter(trial -> trial.repetition() <= blocks);
    }

    @Override
    public ProgressEstimate estimate(List<TrialResult> done) {
        return next(done).isEmpty()
                ? new ProgressEstimate(done.size(), done.size(), Duration.ZERO)
                : new ProgressEstimate(
                        blocks(done) * points, plan.trials().size(), Plan.loadTime(Sweep.missing(plan, done)));
    }

    private int blocks(List<TrialResult> done) {
        int whole = wholeBlocks(done);
        int max = plan.repeat().max();
        return whole < first ? first : whole == max ? max : Math.min(max, whole + blocksMore(counted(done)));
    }

    final int wholeBlocks(List<TrialResult> done) {
        List<PlannedTrial> missing = Sweep.missing(plan, done);
        return missing.isEmpty() ? plan.repeat().max() : missing.getFirst().repetition() - 1;
    }

    /** Returns the results of whole blocks. */
    final List<TrialResult> counted(List<TrialResult> done) {
        int whole = wholeBlocks(done);
        return done.stream().filter(result -> result.repetition() <= whole).toList();
    }
}
