package dev.assay.core.plan;

import java.time.Duration;
import java.util.List;

/**
 * The trials of a scenario in the order in which they run.
 *
 * @param scenario the scenario's name
 * @param trials in order; systems and repetitions are interleaved
 */
public record Plan(String scenario, List<PlannedTrial> trials) {
    public Plan {
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("a plan needs at least one trial");
        }
        trials = List.copyOf(trials);
    }

    /** The load's length over all trials (warm-up and measure), without starting clusters or draining. */
    public Duration loadTime() {
        return trials.stream()
                .map(trial -> trial.spec()
                        .timing()
                        .warmup()
                        .plus(trial.spec().timing().measure()))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
