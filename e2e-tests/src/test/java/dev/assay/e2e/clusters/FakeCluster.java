package dev.assay.e2e.clusters;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.FaultReport;
import dev.assay.cluster.node.ServerNode;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.Fault;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Has no servers, and records the calls to it. */
final class FakeCluster implements Cluster, ClusterFaults {
    final Queue<String> done = new ConcurrentLinkedQueue<>();
    volatile @Nullable String failure;

    @Override
    public Map<String, String> connection() {
        return Map.of("bootstrap.servers", "127.0.0.1:1,127.0.0.1:2");
    }

    @Override
    public Optional<String> serverVersion() {
        return Optional.of("3.12.1");
    }

    @Override
    public List<ServerNode> nodes() {
        return List.of(node("broker-1", 15_001), node("broker-2", 0));
    }

    private static ServerNode node(String name, int port) {
        return new ServerNode(
                name, ProcessHandle.current(), port, Path.of("logs", name), Path.of("data", name), Optional.empty());
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        return Map.of("broker-1", Map.of("a.b", "1"), "broker-2", Map.of("a.b", "two\nlines # and: more="));
    }

    @Override
    public Map<String, String> overrides() {
        return Map.of("a.b", "set in the scenario");
    }

    @Override
    public Map<String, String> artifacts() {
        return Map.of("group:name:1", "5e1");
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void onFailure(Consumer<String> listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void signal(String node, Signal signal) {
        done.add(signal + " " + node);
    }

    @Override
    public Optional<ClusterFaults> faults() {
        return Optional.of(this);
    }

    @Override
    public Map<Fault, String> refused() {
        return Map.of();
    }

    @Override
    public void syncDisks() {}

    @Override
    public FaultReport inject(Fault fault, int node) {
        done.add(fault.toString());
        return new FaultReport(fault, List.of("broker-1"), Instant.EPOCH, 0, Map.of());
    }

    @Override
    public void recover() {
        done.add("recover");
    }

    @Override
    public void close() {
        done.add("close");
    }
}
