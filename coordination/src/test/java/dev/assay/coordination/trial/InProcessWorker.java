package dev.assay.coordination.trial;

import dev.assay.coordination.coordinator.CoordinationException;
import dev.assay.coordination.coordinator.WorkerConnection;
import dev.assay.coordination.coordinator.WorkerConnection.Target;
import dev.assay.coordination.coordinator.WorkerHandle;
import dev.assay.coordination.wire.HostPort;
import dev.assay.coordination.wire.WorkerToken;
import dev.assay.coordination.worker.WorkerOptions;
import dev.assay.coordination.worker.WorkerServer;
import dev.assay.coordination.worker.WorkerStartException;
import dev.assay.driver.DriverProvider;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;

/** A worker that listens in this process, and the connection to it. */
public record InProcessWorker(WorkerServer server, WorkerConnection connection) implements AutoCloseable {
    private static final WorkerToken TOKEN = WorkerToken.random();

    public static InProcessWorker start(String name, DriverProvider provider)
            throws WorkerStartException, CoordinationException {
        return start(name, provider, new ThisMachine());
    }

    /** The same as if it ran on that machine. */
    public static InProcessWorker start(String name, DriverProvider provider, Machine machine)
            throws WorkerStartException, CoordinationException {
        WorkerOptions anyPort = WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN);
        WorkerServer server = WorkerServer.start(anyPort, provider, machine);
        return new InProcessWorker(server, connect(name, server));
    }

    public static WorkerConnection connect(String name, WorkerServer server) throws CoordinationException {
        return WorkerConnection.open(new Target(name, server.address(), TOKEN, WorkerHandle.ELSEWHERE));
    }

    @Override
    public void close() {
        connection.close();
        server.close();
    }
}
