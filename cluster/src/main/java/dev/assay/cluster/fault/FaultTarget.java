package dev.assay.cluster.fault;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeMonitor;
import dev.assay.cluster.node.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A cluster as faults see it.
 *
 * @param domains all fault domains of the cluster, first those that keep messages
 * @param keeping how many keep messages, of which faults of a single one hit one
 * @param failureTimeout after which the others consider a silent node dead
 * @param revive starts these servers, which have ended, and returns when the cluster serves clients again; throws a
 *     {@link dev.assay.cluster.DeploymentException} when it does not in time
 */
public record FaultTarget(
        List<FaultDomain> domains,
        int keeping,
        NodeEnvironment nodeEnvironment,
        NodeMonitor watch,
        Duration failureTimeout,
        Consumer<List<ServerProcess>> revive) {
    public FaultTarget {
        domains = List.copyOf(domains);
        if (domains.isEmpty()) {
            throw new IllegalArgumentException("domains must hold at least one, but is empty");
        }
        if (keeping < 1 || keeping > domains.size()) {
            throw new IllegalArgumentException(
                    "keeping must be between 1 and the " + domains.size() + " domains, but is " + keeping);
        }
    }

    /** One in which all domains keep messages. */
    public FaultTarget(
            List<FaultDomain> domains,
            NodeEnvironment nodeEnvironment,
            NodeMonitor watch,
            Duration failureTimeout,
            Consumer<List<ServerProcess>> revive) {
        this(domains, domains.size(), nodeEnvironment, watch, failureTimeout, revive);
    }

    /** What a revival throws when another program has taken a port while its server was down. */
    public static DeploymentException portTaken(String system, Path logs) {
        return DeploymentException.system(
                system + " could not be restarted after a fault: another program has taken one of its ports. Logs: "
                        + logs,
                null);
    }
}
