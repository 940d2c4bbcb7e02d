package dev.assay.cluster.fault;

import dev.assay.cluster.node.ServerProcess;
import java.util.List;

/**
 * Servers that fail together, as if they ran on one machine.
 *
 * @param name its disk and its address go by this name
 */
public record FaultDomain(String name, List<ServerProcess> servers) {
    public FaultDomain {
        servers = List.copyOf(servers);
    }
}
