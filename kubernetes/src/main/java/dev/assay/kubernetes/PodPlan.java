package dev.assay.kubernetes;

import dev.assay.model.spec.Redactor;
import dev.assay.scenario.fleet.Pods;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plans a run in pods: one with the coordinator, and one for each worker.
 *
 * @param name of the first pod's Job and of everything that belongs to it
 * @param pods their image, resources and place
 * @param workers at least 1
 * @param files jars, in the order in which they are sent
 * @param coordinator arguments of {@code java} in the first pod
 * @param worker arguments of {@code java} in the others
 * @param secrets files that only this run's pods can read: scenario, token, certificate, key
 * @param servers hosts of the measured system, as the scenario names them
 * @param keep how long a run that has ended waits to be fetched
 */
public record PodPlan(
        String name,
        Pods pods,
        int workers,
        List<PodFile> files,
        List<String> coordinator,
        List<String> worker,
        Map<String, String> secrets,
        List<String> servers,
        Duration keep) {
    /** The limit for a class path to arrive and a worker to start: Kubernetes may have to pull an image on one node and not on another. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    public PodPlan {
        if (workers < 1) {
            throw new IllegalArgumentException("at least one worker is needed, but there are to be " + workers);
        }
        files = List.copyOf(files);
        coordinator = List.copyOf(coordinator);
        worker = List.copyOf(worker);
        secrets = Map.copyOf(secrets);
        servers = List.copyOf(servers);
    }

    /** Returns a copy with the names of secrets and without their contents. */
    PodPlan withoutSecrets() {
        Map<String, String> masked = new HashMap<>(secrets);
        masked.replaceAll((_, _) -> Redactor.MASK);
        return new PodPlan(name, pods, workers, files, coordinator, worker, masked, servers, keep);
    }

    /** Returns a plan without files, for questions to a cluster. */
    static PodPlan empty(String name, Pods pods) {
        return new PodPlan(name, pods, 1, List.of(), List.of(), List.of(), Map.of(), List.of(), Duration.ZERO);
    }

    /** Returns the name by which other pods know the first pod, which has the coordinator. */
    static String firstHost(String run) {
        return run + "-0." + run;
    }

    /** Returns the name by which other pods know that of a worker, from 0 on. */
    static String workerHost(String run, int index) {
        return workersJob(run) + "-" + index + "." + run;
    }

    /** Returns the name of the Job of the workers' pods; that of the first pod has the name of the run. */
    static String workersJob(String run) {
        return run + "-w";
    }

    /** Leaves out the secrets. */
    @Override
    public String toString() {
        return name;
    }
}
