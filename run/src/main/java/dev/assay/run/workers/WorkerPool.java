package dev.assay.run.workers;

import dev.assay.model.spec.SystemSpec;
import dev.assay.run.coordinator.CoordinationException;
import java.util.Map;

public interface WorkerPool {
    /**
     * Returns workers for one trial, named {@code w1}, {@code w2} … Nobody else gets them until they are closed.
     *
     * @throws CoordinationException when there are not as many, or one can't be started or reached, or does not fit; none is held then
     */
    AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException;

    /**
     * Returns the SHA-256 of the fetched artifacts that its workers load, by coordinates; none where workers are running already, which
     * have artifacts of their own, maybe from elsewhere.
     */
    default Map<String, String> artifacts(SystemSpec system) {
        return Map.of();
    }
}
