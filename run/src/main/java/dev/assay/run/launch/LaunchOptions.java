package dev.assay.run.launch;

import dev.assay.model.result.WorkerPlaces;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds how a run was started, so that this user can resume it, run it again, or clean up after it. Kept in this user's cache, and handed
 * to a pod in a Secret, never in the run directory, which may be passed on; it names secrets and holds none.
 *
 * @param file of the scenario or study, absolute: the files that it names lie beside it
 * @param text of it
 * @param overrides of it, in their order
 * @param systems that trials were planned for; none for all
 * @param clusters names of the clusters that were up already
 * @param workers number of workers started, on the run's machine or elsewhere
 * @param tokenFile absolute path of the file with the token of workers and observers
 * @param workerCa absolute path of the certificates that authenticate them
 * @param tolerate number of workers that a trial may lose while its load runs
 * @param ignoreAlarms whether it continues when servers of others raise an alarm
 * @param strict whether a DEGRADED trial has an exit code of its own
 * @param hook the program that sets up servers of a study
 * @param artifacts SHA-256 of the artifacts that a card prescribes, by their names; empty where it is no card's
 */
public record LaunchOptions(
        String file,
        String text,
        List<String> overrides,
        List<String> systems,
        List<String> clusters,
        int workers,
        WorkerPlaces places,
        Optional<String> tokenFile,
        Optional<String> workerCa,
        int tolerate,
        boolean ignoreAlarms,
        boolean strict,
        Optional<String> hook,
        Optional<Map<String, String>> artifacts) {
    public LaunchOptions {
        overrides = List.copyOf(overrides);
        systems = List.copyOf(systems);
        clusters = List.copyOf(clusters);
        artifacts = artifacts.map(Map::copyOf);
    }
}
