package dev.assay.run.launch;

import dev.assay.model.result.WorkerPlaces;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a run was started, so that this user can go on with it, run it again, or clean up after it. Kept in this user's cache, and
 * handed to a pod in a Secret, never in the run directory, which may be passed on; it names secrets and holds none.
 *
 * @param file of the scenario or study, absolute: what it names lies beside it
 * @param text of it
 * @param overrides of it, in their order
 * @param systems that trials were planned for; none for all
 * @param clusters names of the clusters that were up already
 * @param workers how many were started, on the run's machine or elsewhere
 * @param tokenFile absolute path of the file with the token of workers and observers
 * @param workerCa absolute path of the certificates to trust those by
 * @param tolerate how many workers a trial may lose while its load runs
 * @param ignoreAlarms whether it goes on when servers of others raise an alarm
 * @param strict whether a DEGRADED trial has an exit code of its own
 * @param hook the program that sets up servers of a study
 * @param artifacts SHA-256 of the artifacts that a card has it run with, by their names; empty where it is no card's
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
