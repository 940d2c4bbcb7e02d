package dev.assay.run.trial;

import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.run.workers.AcquiredWorkers;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.WorkerStartException;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Holds workers in this JVM, each with its own server, in virtual time. */
public final class VirtualWorkers implements AcquiredWorkers {
    private final VirtualClock clock;
    private final List<WorkerServer> servers = new ArrayList<>();
    private final List<WorkerConnection> connections = new ArrayList<>();

    private Runnable closing = () -> {};

    private VirtualWorkers(VirtualClock clock) {
        this.clock = clock;
    }

    /**
     * Starts a worker on each of the machines.
     *
     * @param systems gives a worker with that clock its provider of the in-memory system
     */
    public static VirtualWorkers start(
            VirtualClock clock, List<? extends Machine> machines, Function<LocalClock, DriverProvider> systems)
            throws CoordinationException {
        return start(clock, machines, systems, 0, 0, new Disturbance() {});
    }

    /** Changes the clock of workers, and what is between them and the coordinator, by their numbers from 1 on. */
    public interface Disturbance {
        default LocalClock clockOf(int worker, LocalClock usual) {
            return usual;
        }

        default List<ClientInterceptor> wire(int worker) {
            return List.of();
        }
    }

    /**
     * Starts a worker on each of the machines.
     *
     * @param systems gives a worker with that clock its provider of the in-memory system
     * @param aheadNanos how far each machine's clock is ahead of the one before; the first is ahead of the coordinator's
     * @param gainPpm by how many millionths they run too fast
     */
    public static VirtualWorkers start(
            VirtualClock clock,
            List<? extends Machine> machines,
            Function<LocalClock, DriverProvider> systems,
            long aheadNanos,
            long gainPpm,
            Disturbance disturbance)
            throws CoordinationException {
        VirtualWorkers workers = new VirtualWorkers(clock);
        try {
            for (Machine machine : machines) {
                int number = workers.servers.size() + 1;
                LocalClock local = disturbance.clockOf(
                        number,
                        aheadNanos == 0 && gainPpm == 0 ? clock : clock.ofAnother(number * aheadNanos, gainPpm));
                workers.add(machine, systems.apply(local), local, disturbance.wire(number));
            }
            return workers;
        } catch (CoordinationException | RuntimeException e) {
            workers.close();
            throw e;
        }
    }

    private void add(Machine machine, DriverProvider system, LocalClock local, List<ClientInterceptor> wire)
            throws CoordinationException {
        WorkerToken token = WorkerToken.random();
        String transport = UUID.randomUUID().toString();
        WorkerServer server;
        try {
            server = WorkerServer.start(
                    InProcessServerBuilder.forName(transport).directExecutor(),
                    WorkerOptions.owned(new HostPort("127.0.0.1", 0), token),
                    system,
                    machine,
                    local);
        } catch (WorkerStartException e) {
            throw new CoordinationException(String.valueOf(e.getMessage()), e);
        }
        servers.add(server);
        ManagedChannel channel = InProcessChannelBuilder.forName(transport)
                .directExecutor()
                .intercept(wire)
                .build();
        String name = "w" + servers.size();
        connections.add(
                WorkerConnection.over(new Target(name, server.address(), token, WorkerHandle.ELSEWHERE), channel));
    }

    @Override
    public List<WorkerConnection> connections() {
        return List.copyOf(connections);
    }

    /** Returns none, as this process is none of theirs. */
    @Override
    public Map<String, ProcessHandle> processes() {
        return Map.of();
    }

    /** Breaks the connection to a worker, by its number from 1 on. */
    public void lose(int worker) {
        connections.get(worker - 1).close();
    }

    /** Runs this once they are closed. */
    public void onClose(Runnable task) {
        closing = task;
    }

    @Override
    public List<String> close(Duration patience) {
        close();
        return List.of();
    }

    @Override
    public void close() {
        connections.forEach(WorkerConnection::close);
        servers.forEach(WorkerServer::close);
        clock.park(1); // This lets interrupted threads end.
        closing.run();
    }
}
