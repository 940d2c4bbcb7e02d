package dev.assay.run.workers;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.util.List;
import java.util.Optional;

/**
 * Workers that run already, wherever that is.
 *
 * @param token shared with all of them
 * @param trust what tells that it is them
 */
public record AddressedWorkerPool(List<HostPort> addresses, Optional<WorkerToken> token, PeerTrust trust)
        implements WorkerPool {
    public AddressedWorkerPool {
        addresses = List.copyOf(addresses);
    }

    /** The first of them, in the order of their addresses. */
    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
        if (demand.count() > addresses.size()) {
            throw new CoordinationException(
                    demand.count() + " workers are needed, but only " + addresses.size() + " are known: " + addresses);
        }
        return RemoteWorkers.connect(addresses.subList(0, demand.count()), token, trust);
    }
}
