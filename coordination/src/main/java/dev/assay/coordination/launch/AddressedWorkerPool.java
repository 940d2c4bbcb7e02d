package dev.assay.coordination.launch;

import dev.assay.coordination.coordinator.CoordinationException;
import dev.assay.coordination.wire.HostPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Workers that run already, wherever that is.
 *
 * @param token shown to all of them
 * @param ca certificates that vouch for all of them; empty where nothing is encrypted
 */
public record AddressedWorkerPool(List<HostPort> addresses, Optional<String> token, Optional<Path> ca)
        implements WorkerPool {
    public AddressedWorkerPool {
        addresses = List.copyOf(addresses);
    }

    /** The first of them, in the order of their addresses. */
    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException {
        if (demand.count() > addresses.size()) {
            throw new CoordinationException(
                    demand.count() + " workers are needed, but only " + addresses.size() + " are known: " + addresses);
        }
        return RemoteWorkers.connect(addresses.subList(0, demand.count()), token, ca);
    }
}
