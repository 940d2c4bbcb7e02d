package dev.assay.cluster.fault;

import dev.assay.cluster.node.ServerProcess;
import java.util.List;

/**
 * Groups servers that fail together, as if they ran on one machine.
 *
 * @param name of its disk and its address as well
 */
public record FaultDomain(String name, List<ServerProcess> servers) {
    public FaultDomain {
        servers = List.copyOf(servers);
    }
}
