package dev.assay.model.result;

import dev.assay.model.result.UnfinishedTrial.Point;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds, for readers, what a run was made with beside its scenario and the overrides. What resuming it needs is in this
 * user's cache.
 *
 * @param build the Assay that made it, as its {@code --version} says
 * @param blocks how many blocks of trials the scenario asks for, for people
 * @param seed from which the order of trials, keys and arrivals follow
 * @param systems the systems that trials were planned for; none for all of the scenario
 * @param clusters names of the clusters that were up already
 * @param localWorkers how many workers were started, on the run's machine or elsewhere
 * @param tolerate how many workers a trial may lose while its load runs
 * @param points what the trials that were planned measure, by their labels
 */
public record RunConditions(
        String build,
        String blocks,
        long seed,
        List<String> systems,
        List<String> clusters,
        int localWorkers,
        WorkerPlaces places,
        int tolerate,
        Map<String, Point> points) {
    public RunConditions {
        systems = List.copyOf(systems);
        clusters = List.copyOf(clusters);
        points = Collections.unmodifiableMap(new LinkedHashMap<>(points));
    }
}
