package dev.assay.systems.memory.deployment;

import dev.assay.deployment.cluster.LocalCluster;
import dev.assay.deployment.cluster.NodeEnvironment;
import dev.assay.deployment.cluster.ServerNode;
import dev.assay.deployment.cluster.ServerProcess;
import dev.assay.host.process.SupervisedProcess;
import java.util.List;
import java.util.Map;

/** The server of the in-memory system, ready. */
final class MemoryCluster extends LocalCluster {
    private final NodeEnvironment nodeEnvironment;
    private final int port;
    private final Map<String, String> connection;

    MemoryCluster(
            List<ServerProcess> servers, NodeEnvironment nodeEnvironment, int port, Map<String, String> connection) {
        super(servers, nodeEnvironment::close);
        this.nodeEnvironment = nodeEnvironment;
        this.port = port;
        this.connection = Map.copyOf(connection);
    }

    @Override
    public Map<String, String> connection() {
        return connection;
    }

    @Override
    public List<ServerNode> nodes() {
        SupervisedProcess server = process(LocalMemory.NODE);
        return List.of(new ServerNode(server.name(), server.handle(), port, server.log(), nodeEnvironment.folder()));
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        return Map.of(LocalMemory.NODE, connection);
    }

    @Override
    public Map<String, String> overrides() {
        return Map.of();
    }

    @Override
    public Map<String, String> artifacts() {
        return Map.of();
    }
}
