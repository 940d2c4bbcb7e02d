package dev.assay.run.workers;

import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSpec.Streams;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts workers on this machine. They end when they are closed, and with this process. */
public final class LocalWorkerPool implements WorkerPool {
    private final ProcessSupervisor supervisor;
    private final Software software;

    @FunctionalInterface
    public interface Software {
        WorkerLaunch launch(WorkerDemand demand);
    }

    /** @param supervisor starts the processes */
    public LocalWorkerPool(ProcessSupervisor supervisor, Software software) {
        this.supervisor = supervisor;
        this.software = software;
    }

    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
        WorkerLaunch launch = software.launch(demand);
        List<WorkerStart> processes =
                demand.processes().stream().map(names -> start(names, launch)).toList();
        return StartedWorkers.start(processes, supervisor);
    }

    private WorkerStart start(List<String> names, WorkerLaunch launch) {
        String name = WorkerStart.name(names);
        WorkerToken token = WorkerToken.random();
        ProcessSpec process = new ProcessSpec(
                "worker " + name,
                launch.command(names.size()),
                Map.of(),
                Path.of("").toAbsolutePath(),
                launch.logFile(name),
                Streams.TALKING);
        return new WorkerStart(
                names,
                process.withTemporaryFiles(supervisor.temporaryFiles()),
                List.of(token.text()),
                token,
                PeerTrust.LOOPBACK,
                launch.heapBytes(names.size()),
                null);
    }
}
