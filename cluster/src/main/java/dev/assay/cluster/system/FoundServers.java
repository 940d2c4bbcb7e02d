package dev.assay.cluster.system;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ExistingCluster;
import java.util.HashMap;
import java.util.Map;

/**
 * Servers that others run, as they were found.
 *
 * @param connection where they are, by the keys of their system, such as {@code bootstrap.servers}; may hold passwords
 * @param client what clients need to log in, by the vendor's own names; may be secret
 */
public record FoundServers(Map<String, String> connection, Map<String, String> client) {
    public FoundServers {
        connection = Map.copyOf(connection);
        client = Map.copyOf(client);
    }

    /**
     * Them as a cluster.
     *
     * @param given what a driver is given besides; addresses in it win over those that were found
     * @param end what is to be done once nobody needs them any more
     */
    Cluster cluster(Map<String, String> given, Runnable end) {
        Map<String, String> all = new HashMap<>(given);
        connection.forEach((key, value) -> all.merge(key, value, (mine, found) -> mine.isBlank() ? found : mine));
        return new ExistingCluster(all, client, end);
    }

    /** Not the values. */
    @Override
    public String toString() {
        return connection.keySet() + " " + client.keySet();
    }
}
