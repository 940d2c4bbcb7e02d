package dev.assay.provision.fault;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.Premises;
import dev.assay.provision.cluster.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A cluster as faults see it.
 *
 * @param machines all of it; faults of one machine hit the first
 * @param failureTimeout after which the others take a silent machine for dead
 * @param revive starts these servers, which have ended, and returns when the cluster serves clients again; throws a
 *     {@link dev.assay.provision.ProvisionException} when it does not in time
 */
public record FaultSite(
        List<Machine> machines,
        Premises premises,
        NodeWatch watch,
        Duration failureTimeout,
        Consumer<List<ServerProcess>> revive) {
    public FaultSite {
        machines = List.copyOf(machines);
        if (machines.isEmpty()) {
            throw new IllegalArgumentException("machines must hold at least one, but is empty");
        }
    }

    /** What a revival throws when another program has taken a port while its server was down. */
    public static ProvisionException portTaken(String system, Path logs) {
        return ProvisionException.system(
                system + " could not be started again after a fault: another program has taken a port of it. Logs: "
                        + logs,
                null);
    }
}
