package dev.assay.scenario.plan;

import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Warmup;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the trials of a scenario in the order in which they run.
 *
 * @param scenario the scenario's name
 * @param points the measured points, by the labels of trials, in the scenario's order
 * @param trials the maximum set of trials in order; systems and repetitions are interleaved
 * @param repeat the number of blocks
 * @param clusters which trials share a cluster
 */
public record Plan(
        String scenario, Map<String, Point> points, List<PlannedTrial> trials, Repeat repeat, ClusterSharing clusters) {
    public Plan {
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("a plan needs at least one trial");
        }
        points = Collections.unmodifiableMap(new LinkedHashMap<>(points));
        trials = List.copyOf(trials);
    }

    /** Returns the trials that run whatever the results are: the blocks up to the minimum number; empty with searches. */
    public List<PlannedTrial> certain() {
        if (searches()) {
            return List.of();
        }
        return trials.stream()
                .filter(trial -> trial.repetition() <= repeat.min())
                .toList();
    }

    /** Tells whether any trial stands for a search, which has trials of its own. */
    public boolean searches() {
        return trials.stream().anyMatch(trial -> trial.spec().search().isPresent());
    }

    /** Returns the length of load over all trials (warm-up and measure), without starting clusters or draining. */
    public Duration loadTime() {
        return loadTime(trials);
    }

    /** Returns the length of load of these trials where every warm-up and phase that a condition ends is as short as it may be. */
    public static Duration shortestLoad(List<PlannedTrial> trials) {
        Duration shortest = loadTime(trials);
        for (PlannedTrial trial : trials) {
            TrialSpec spec = trial.spec();
            if (spec.phases().isEmpty()) {
                shortest = shortest.minus(spec.timing().warmup().atMost())
                        .plus(spec.timing().warmup().atLeast());
            }
            for (PhaseSpec phase : spec.phases().values()) {
                if (phase.until().hasCondition()) {
                    shortest = shortest.minus(phase.atMost());
                }
                if (phase.until().steady()) {
                    Duration least = Warmup.AUTO.atLeast();
                    shortest = shortest.plus(least.compareTo(phase.atMost()) < 0 ? least : phase.atMost());
                }
            }
        }
        return shortest;
    }

    public static Duration loadTime(List<PlannedTrial> trials) {
        return trials.stream()
                .map(trial -> Duration.ofNanos(trial.spec().timeline().endNanos()))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
