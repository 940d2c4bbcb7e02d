package dev.assay.scenario.plan;

import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Repeat;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The trials of a scenario in the order in which they run.
 *
 * @param scenario the scenario's name
 * @param points what is measured, by the labels of trials, in the scenario's order
 * @param trials in order, as many as there can be; systems and repetitions are interleaved
 * @param repeat how many blocks of them are wanted
 * @param clusters which of them share a cluster
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

    /** The trials that are run whatever they show: the first blocks, up to the least number that is wanted; none of a search. */
    public List<PlannedTrial> certain() {
        if (searches()) {
            return List.of();
        }
        return trials.stream()
                .filter(trial -> trial.repetition() <= repeat.min())
                .toList();
    }

    /** Whether any of its trials stands for a search, which has trials of its own. */
    public boolean searches() {
        return trials.stream().anyMatch(trial -> trial.spec().search().isPresent());
    }

    /** The load's length over all trials (warm-up and measure), without starting clusters or draining. */
    public Duration loadTime() {
        return loadTime(trials);
    }

    /** The same of some trials. */
    public static Duration loadTime(List<PlannedTrial> trials) {
        return trials.stream()
                .map(trial -> Duration.ofNanos(trial.spec().timeline().endNanos()))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
