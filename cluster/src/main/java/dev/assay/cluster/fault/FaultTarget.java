package dev.assay.cluster.fault;

import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeMonitor;
import dev.assay.cluster.node.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * @param domains all fault domains of the cluster, first those that keep messages
 * @param keeping number of domains that keep messages; faults of a single one hit one of these
 * @param failureTimeout after which the others consider a silent node dead
 * @param revive starts these servers, which have ended, and returns when the cluster serves clients again; throws a {@link
 *     dev.assay.cluster.DeploymentException} when it does not in time
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
}
