package dev.assay.scenario.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.Repeat.Goal;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Repeats a plan's blocks until a statistic of every point is known well enough, or the budget of blocks is spent. It looks
 * after whole blocks only, so that every point has been measured equally often and under the same conditions.
 *
 * <p>To look again after each block and stop at the first narrow interval favours intervals that are narrow by chance: one at
 * which it stopped covers the truth somewhat less often than 95 times in 100.
 */
public final class RepeatUntil implements Experiment {
    private final Plan plan;
    private final Goal goal;
    private final int points;

    /** @param plan all blocks of the budget; its repetition has a goal */
    public RepeatUntil(Plan plan) {
        this.plan = plan;
        this.goal = plan.repeat()
                .goal()
                .orElseThrow(() -> new IllegalArgumentException("repeating until something needs a goal"));
        this.points = plan.trials().size() / plan.repeat().max();
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

    /** The blocks that these results ask for at least. */
    private int blocks(List<TrialResult> done) {
        int whole = wholeBlocks(done);
        int min = plan.repeat().min();
        if (whole < min) {
            return min;
        }
        return reached(upTo(whole, done)) ? whole : Math.min(plan.repeat().max(), whole + 1);
    }

    private int wholeBlocks(List<TrialResult> done) {
        List<PlannedTrial> missing = Sweep.missing(plan, done);
        return missing.isEmpty() ? plan.repeat().max() : missing.getFirst().repetition() - 1;
    }

    private static List<TrialResult> upTo(int block, List<TrialResult> done) {
        return done.stream().filter(result -> result.repetition() <= block).toList();
    }

    private boolean reached(List<TrialResult> done) {
        return labels().stream()
                .allMatch(label -> PointEstimate.of(label, goal.of(), done).within(goal.within()));
    }

    private List<String> labels() {
        return plan.trials().subList(0, points).stream()
                .map(PlannedTrial::label)
                .toList();
    }

    @Override
    public List<LatencyStatistic> asksFor() {
        return List.of(goal.of());
    }

    @Override
    public List<String> findings(List<TrialResult> done) {
        List<TrialResult> counted = upTo(wholeBlocks(done), done);
        List<String> lines = new ArrayList<>();
        lines.add("%s after %d blocks: %s within %s"
                .formatted(
                        reached(counted) ? "precise enough" : "not precise enough",
                        wholeBlocks(done),
                        goal.of(),
                        goal.withinText()));
        labels().stream()
                .sorted()
                .map(label -> PointEstimate.of(label, goal.of(), counted).text())
                .forEach(lines::add);
        return lines;
    }

    /**
     * What the trials of one point say of a statistic.
     *
     * @param values of its trials that are VALID or DEGRADED
     * @param degraded how many of those are DEGRADED
     * @param invalid trials left out because they are INVALID, or have no such statistic
     * @param failed trials left out because they did not finish
     */
    record PointEstimate(
            String label, LatencyStatistic of, List<Double> values, long degraded, long invalid, long failed) {
        static PointEstimate of(String label, LatencyStatistic statistic, List<TrialResult> done) {
            List<TrialResult> own =
                    done.stream().filter(result -> result.label().equals(label)).toList();
            List<Double> values = own.stream()
                    .flatMapToDouble(result -> result.credible(statistic).stream())
                    .boxed()
                    .toList();
            long failed =
                    own.stream().filter(result -> result.grade().isEmpty()).count();
            return new PointEstimate(
                    label,
                    statistic,
                    values,
                    own.stream()
                            .filter(result -> result.credible(statistic).isPresent())
                            .filter(result -> result.grade().equals(Optional.of(Grade.DEGRADED)))
                            .count(),
                    own.size() - failed - values.size(),
                    failed);
        }

        boolean within(double relative) {
            return Interval.of(values)
                    .filter(interval -> interval.relativeHalfWidth() <= relative)
                    .isPresent();
        }

        String text() {
            String trials = List.of(
                            values.size() + " trials",
                            degraded == 0 ? "" : degraded + " of them DEGRADED",
                            invalid == 0 ? "" : invalid + " INVALID left out",
                            failed == 0 ? "" : failed + " failed")
                    .stream()
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(", "));
            return "%s: %s %s (%s)"
                    .formatted(
                            label,
                            of,
                            Interval.of(values)
                                    .map(PointEstimate::text)
                                    .orElse("has no interval below " + Interval.MIN_TRIALS + " trials"),
                            trials);
        }

        private static String text(Interval interval) {
            return String.format(
                    Locale.ROOT,
                    "%.3f ms, from %.3f to %.3f ms at 95 %% (± %.1f %%)",
                    interval.centre() / 1e6,
                    interval.low() / 1e6,
                    interval.high() / 1e6,
                    interval.relativeHalfWidth() * 100);
        }
    }
}
