package dev.assay.cluster.node;

import dev.assay.host.process.Signal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Represents a cluster that others run, or none at all where the system lives inside of the workers.
 *
 * @param connection of a driver
 * @param clientSettings by which clients log in, beside those of the scenario
 * @param end runs once nobody needs the cluster any more
 */
public record ExistingCluster(Map<String, String> connection, Map<String, String> clientSettings, Runnable end)
        implements Cluster {
    public ExistingCluster {
        connection = Map.copyOf(connection);
        clientSettings = Map.copyOf(clientSettings);
    }

    public ExistingCluster(Map<String, String> connection) {
        this(connection, Map.of(), () -> {});
    }

    @Override
    public List<ServerNode> nodes() {
        return List.of();
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        return Map.of();
    }

    @Override
    public Map<String, String> overrides() {
        return Map.of();
    }

    @Override
    public Map<String, String> artifacts() {
        return Map.of();
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public void onFailure(Consumer<String> listener) {
        // Assay watches no process of this cluster, so there is nothing to hear.
    }

    @Override
    public void signal(String node, Signal signal) {
        throw new IllegalArgumentException("Assay runs no node '" + node + "' of this cluster, so it cannot signal it");
    }

    @Override
    public void close() {
        end.run();
    }
}
