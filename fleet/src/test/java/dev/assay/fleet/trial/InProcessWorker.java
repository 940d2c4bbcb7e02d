package dev.assay.fleet.trial;

import dev.assay.driver.DriverProvider;
import dev.assay.fleet.coordinator.FleetException;
import dev.assay.fleet.coordinator.WorkerConnection;
import dev.assay.fleet.coordinator.WorkerConnection.Target;
import dev.assay.fleet.coordinator.WorkerHandle;
import dev.assay.fleet.wire.HostPort;
import dev.assay.fleet.worker.WorkerOptions;
import dev.assay.fleet.worker.WorkerServer;
import dev.assay.fleet.worker.WorkerStartException;
import java.util.Optional;

/** A worker that listens in this process, and the connection to it. */
public record InProcessWorker(WorkerServer server, WorkerConnection connection) implements AutoCloseable {
    public static InProcessWorker start(String name, DriverProvider provider)
            throws WorkerStartException, FleetException {
        WorkerServer server =
                WorkerServer.start(new WorkerOptions(new HostPort("127.0.0.1", 0), Optional.empty(), false), provider);
        return new InProcessWorker(server, connect(name, server));
    }

    public static WorkerConnection connect(String name, WorkerServer server) throws FleetException {
        return WorkerConnection.open(new Target(name, server.address(), Optional.empty(), WorkerHandle.ELSEWHERE));
    }

    @Override
    public void close() {
        connection.close();
        server.close();
    }
}
