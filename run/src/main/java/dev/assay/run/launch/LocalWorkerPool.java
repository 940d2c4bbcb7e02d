package dev.assay.run.launch;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;

/** Starts workers on this machine, as many as are wanted. They end when they are closed, and with this process. */
public final class LocalWorkerPool implements WorkerPool {
    private final ProcessSupervisor supervisor;
    private final Software software;

    /** What workers on this machine run. */
    @FunctionalInterface
    public interface Software {
        /** How workers for that demand are started. */
        WorkerLaunch launch(WorkerDemand demand);
    }

    /** @param supervisor starts the processes */
    public LocalWorkerPool(ProcessSupervisor supervisor, Software software) {
        this.supervisor = supervisor;
        this.software = software;
    }

    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
        return LocalWorkers.start(demand.processes(), software.launch(demand), supervisor);
    }
}
