package dev.assay.run.launch;

import java.util.List;
import java.util.Optional;

/** Pods of Kubernetes. The coordinator of such a run is in a pod as well, and knows its workers by their addresses. */
public record PodPlace() implements WorkerPlace {
    private static final String PODS = "pods";

    @Override
    public int usualWorkers() {
        return 1;
    }

    @Override
    public List<String> hosts() {
        return List.of(PODS);
    }

    @Override
    public Optional<String> beyondLoopback() {
        return Optional.of(PODS);
    }

    @Override
    public Optional<String> refusal(int workers) {
        return Optional.empty();
    }
}
