package dev.assay.run.workers;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class RemoteWorkers implements AcquiredWorkers {
    private final List<WorkerConnection> connections;

    private RemoteWorkers(List<WorkerConnection> connections) {
        this.connections = connections;
    }

    /**
     * Connects to workers, named {@code w1}, {@code w2} … in the order given.
     *
     * @param token shared with all of them
     * @param trust authenticates them
     * @throws CoordinationException when one can't be reached or does not fit
     */
    static RemoteWorkers connect(List<HostPort> addresses, Optional<WorkerToken> token, PeerTrust trust)
            throws CoordinationException, InterruptedException {
        List<Target> targets = new ArrayList<>();
        for (HostPort address : addresses) {
            targets.add(new Target("w" + (targets.size() + 1), address, token, trust, WorkerHandle.ELSEWHERE));
        }
        return new RemoteWorkers(WorkerConnection.openAll(targets));
    }

    @Override
    public List<WorkerConnection> connections() {
        return connections;
    }

    /** Returns none, since no remote worker is known to be on this machine. */
    @Override
    public Map<String, ProcessHandle> processes() {
        return Map.of();
    }

    @Override
    public List<String> close(Duration patience) {
        close();
        return List.of();
    }

    /** Releases the workers, which then wait for others. */
    @Override
    public void close() {
        connections.forEach(WorkerConnection::close);
    }
}
