package dev.assay.analysis.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.spec.Repeat.Goal;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repeats a plan's blocks until a statistic of every point is known well enough, or the budget of blocks is spent. It decides
 * after whole blocks only, so that every point has been measured equally often and under the same conditions, and never before
 * {@value Goal#MIN_BLOCKS} of them.
 *
 * <p>The intervals keep their coverage despite repeated decisions: see {@link PointEstimate}.
 */
public final class RepeatUntil implements Experiment {
    private final Plan plan;
    private final Goal goal;
    private final int points;
    private final int first;

    /** @param plan all blocks of the budget; its repetition has a goal */
    public RepeatUntil(Plan plan) {
        this.plan = plan;
        this.goal = plan.repeat()
                .goal()
                .orElseThrow(() -> new IllegalArgumentException("repeating until something needs a goal"));
        this.points = plan.trials().size() / plan.repeat().max();
        this.first = Math.max(Goal.MIN_BLOCKS, plan.repeat().min());
    }

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
        if (whole < first) {
            return first;
        }
        int more = estimates(done).stream()
                .mapToInt(point -> point.blocksMore(goal.within()))
                .max()
                .orElse(0);
        return Math.min(plan.repeat().max(), whole + more);
    }

    private int wholeBlocks(List<TrialResult> done) {
        List<PlannedTrial> missing = Sweep.missing(plan, done);
        return missing.isEmpty() ? plan.repeat().max() : missing.getFirst().repetition() - 1;
    }

    private List<PointEstimate> estimates(List<TrialResult> done) {
        int whole = wholeBlocks(done);
        List<TrialResult> counted =
                done.stream().filter(result -> result.repetition() <= whole).toList();
        return plan.trials().subList(0, points).stream()
                .map(PlannedTrial::label)
                .sorted()
                .map(label -> PointEstimate.of(label, goal.of(), counted, first))
                .toList();
    }

    @Override
    public List<LatencyStatistic> asksFor() {
        return List.of(goal.of());
    }

    @Override
    public List<String> findings(List<TrialResult> done) {
        List<PointEstimate> estimates = estimates(done);
        boolean reached = estimates.stream().allMatch(point -> point.within(goal.within()));
        List<String> lines = new ArrayList<>();
        lines.add("%s after %d blocks: %s within %s"
                .formatted(
                        reached ? "precise enough" : "not precise enough",
                        wholeBlocks(done),
                        goal.of(),
                        goal.withinText()));
        estimates.forEach(point -> lines.add(point.text()));
        return lines;
    }
}
