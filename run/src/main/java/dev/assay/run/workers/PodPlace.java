package dev.assay.run.workers;

import dev.assay.model.result.Placement;
import dev.assay.store.PlacementFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Stands for pods of Kubernetes. The coordinator of such a run is in a pod as well, and knows its workers by their addresses. */
public record PodPlace() implements WorkerPlace {
    /** The system property that names the file with the {@link Placement}; the coordinator of a run in pods has it. */
    public static final String PLACEMENT = "assay.placement";

    private static final String PODS = "pods";

    /**
     * Returns the workers' pods and nodes; empty where this is not the coordinator of a run in pods.
     *
     * @throws dev.assay.store.StoreException when the file can't be read
     */
    public static Optional<Placement> placement() {
        return Optional.ofNullable(System.getProperty(PLACEMENT)).map(Path::of).map(PlacementFile::of);
    }

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
