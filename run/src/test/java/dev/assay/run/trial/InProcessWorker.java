package dev.assay.run.trial;

import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.WorkerStartException;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.util.concurrent.atomic.AtomicInteger;

/** Is a worker that listens in this process, and the connection to it. */
public record InProcessWorker(WorkerServer server, WorkerConnection connection, LocalClock clock)
        implements AutoCloseable {
    private static final WorkerToken TOKEN = WorkerToken.random();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    public static InProcessWorker start(String name, DriverProvider provider)
            throws WorkerStartException, CoordinationException {
        return start(name, provider, new ThisMachine());
    }

    public static InProcessWorker start(String name, DriverProvider provider, Machine machine)
            throws WorkerStartException, CoordinationException {
        WorkerOptions anyPort = WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN);
        WorkerServer server = WorkerServer.start(anyPort, provider, machine);
        return new InProcessWorker(server, connect(name, server), LocalClock.SYSTEM);
    }

    public static InProcessWorker start(String name, DriverProvider provider, LocalClock clock)
            throws WorkerStartException, CoordinationException {
        return start(name, provider, new ThisMachine(), clock);
    }

    /**
     * Starts a worker on that clock, which the trial has to use as well: messages to and from it take no time, on the thread that sends
     * them.
     */
    public static InProcessWorker start(String name, DriverProvider provider, Machine machine, LocalClock clock)
            throws WorkerStartException, CoordinationException {
        String transport = "worker-" + NUMBER.incrementAndGet();
        WorkerServer server = WorkerServer.start(
                InProcessServerBuilder.forName(transport).directExecutor(),
                WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN),
                provider,
                machine,
                clock);
        Target target = new Target(name, server.address(), TOKEN, WorkerHandle.ELSEWHERE);
        return new InProcessWorker(
                server,
                WorkerConnection.over(
                        target,
                        InProcessChannelBuilder.forName(transport)
                                .directExecutor()
                                .build()),
                clock);
    }

    public static WorkerConnection connect(String name, WorkerServer server) throws CoordinationException {
        return WorkerConnection.open(new Target(name, server.address(), TOKEN, WorkerHandle.ELSEWHERE));
    }

    @Override
    public void close() {
        connection.close();
        server.close();
        clock.park(1); // Threads that have been told to end do so.
    }
}
