package dev.assay.cluster.system;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ExistingCluster;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds servers that others run, as they were found.
 *
 * @param connection their addresses, by the keys of their system, such as {@code bootstrap.servers}; may hold passwords
 * @param client settings by which clients log in, by the vendor's own names; may be secret
 */
public record FoundServers(Map<String, String> connection, Map<String, String> client) {
    public FoundServers {
        connection = Map.copyOf(connection);
        client = Map.copyOf(client);
    }

    /**
     * @param furtherConnection further connection settings of a driver; addresses in them override those that were found
     * @param end runs once nobody needs the servers any more
     */
    Cluster cluster(Map<String, String> furtherConnection, Runnable end) {
        Map<String, String> all = new HashMap<>(furtherConnection);
        connection.forEach((key, value) -> all.merge(key, value, (mine, known) -> mine.isBlank() ? known : mine));
        return new ExistingCluster(all, client, end);
    }

    /** Leaves out the values, which may be secret. */
    @Override
    public String toString() {
        return connection.keySet() + " " + client.keySet();
    }
}
