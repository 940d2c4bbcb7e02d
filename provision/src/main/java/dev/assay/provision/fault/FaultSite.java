package dev.assay.provision.fault;

import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A cluster as faults see it.
 *
 * @param machines all of it, in the order of their start
 * @param struck the machine that faults of one machine hit
 * @param failureTimeout after which the others take a silent machine for dead
 * @param revive starts these servers, which have ended, and returns when the cluster serves clients again; throws a
 *     {@link dev.assay.provision.ProvisionException} when it does not in time
 */
public record FaultSite(
        List<Machine> machines,
        Machine struck,
        IsolatedNodes isolation,
        NodeWatch watch,
        Duration failureTimeout,
        Consumer<List<ServerProcess>> revive) {
    public FaultSite {
        machines = List.copyOf(machines);
        if (!machines.contains(struck)) {
            throw new IllegalArgumentException("struck must be one of the machines, but is " + struck.name());
        }
    }
}
