package dev.assay.provision.fault;

import dev.assay.provision.cluster.ServerProcess;
import java.util.List;

/**
 * Servers that stand and fall together, as if they ran on one machine.
 *
 * @param name its disk and its address go by this name
 */
public record Machine(String name, List<ServerProcess> servers) {
    public Machine {
        servers = List.copyOf(servers);
    }

    /** A machine with one server, by its name. */
    public static Machine of(ServerProcess server) {
        return new Machine(server.name(), List.of(server));
    }
}
