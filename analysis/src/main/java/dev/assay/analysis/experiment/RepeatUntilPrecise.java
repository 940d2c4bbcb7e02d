package dev.assay.analysis.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.spec.Repeat.Precise;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.List;

/**
 * Repeats a plan's blocks until a statistic of every point is known well enough.
 *
 * <p>The intervals keep their coverage despite repeated decisions: see {@link PointEstimate}.
 */
final class RepeatUntilPrecise extends RepeatUntil {
    private final Precise goal;

    RepeatUntilPrecise(Plan plan, Precise goal) {
        super(plan, goal);
        this.goal = goal;
    }

    @Override
    int blocksMore(List<TrialResult> counted) {
        return estimates(counted).stream()
                .mapToInt(point -> point.blocksMore(goal.within()))
                .max()
                .orElse(0);
    }

    private List<PointEstimate> estimates(List<TrialResult> counted) {
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
        List<PointEstimate> estimates = estimates(counted(done));
        boolean reached = estimates.stream().allMatch(point -> point.within(goal.within()));
        List<String> lines = new ArrayList<>();
        lines.add("%s after %d blocks: %s"
                .formatted(reached ? "precise enough" : "not precise enough", wholeBlocks(done), goal));
        estimates.forEach(point -> lines.add(point.text()));
        return lines;
    }
}
