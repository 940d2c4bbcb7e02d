package dev.assay.run.workers;

import dev.assay.run.coordinator.CoordinationException;

public interface WorkerPool {
    /**
     * Returns workers for one trial, named {@code w1}, {@code w2} … Nobody else gets them until they are closed.
     *
     * @throws CoordinationException when there are not as many, or one can't be started or reached, or does not fit; none is held then
     */
    AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException;
}
