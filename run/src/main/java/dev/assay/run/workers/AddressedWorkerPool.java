package dev.assay.run.workers;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.util.List;
import java.util.Optional;

/**
 * Connects to workers that are running already, wherever that is.
 *
 * @param token shared with all of them
 * @param trust authenticates them
 */
public record AddressedWorkerPool(List<HostPort> addresses, Optional<WorkerToken> token, PeerTrust trust)
        implements WorkerPool {
    public AddressedWorkerPool {
        addresses = List.copyOf(addresses);
    }

    /** Connects to the first {@code count} addresses, in their order. */
    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
        if (demand.count() > addresses.size()) {
            throw new CoordinationException(
                    demand.count() + " workers are needed, but only " + addresses.size() + " are known: " + addresses);
        }
        return RemoteWorkers.connect(addresses.subList(0, demand.count()), token, trust);
    }
}
