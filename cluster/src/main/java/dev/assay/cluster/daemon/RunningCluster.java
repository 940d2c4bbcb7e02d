package dev.assay.cluster.daemon;

import dev.assay.cluster.node.Cluster;
import dev.assay.host.process.ProcessIdentity;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records a cluster that was started with {@code assay cluster up} and keeps running.
 *
 * @param system such as {@code memory}
 * @param version the servers' version, for people
 * @param durability the level that it was started at, for people
 * @param daemon the daemon process that supervises the servers; they end with it
 * @param connection of clients; empty while the cluster starts
 * @param nodes its servers; none while it starts
 * @param failure what went wrong since it was ready
 */
public record RunningCluster(
        String system,
        String version,
        String durability,
        Instant since,
        ProcessIdentity daemon,
        Map<String, String> connection,
        List<RunningNode> nodes,
        Optional<String> failure) {
    public RunningCluster {
        connection = Collections.unmodifiableMap(new TreeMap<>(connection));
        nodes = List.copyOf(nodes);
    }

    public static RunningCluster starting(String system, String version, String durability) {
        return new RunningCluster(
                system,
                version,
                durability,
                Instant.now(),
                ProcessIdentity.self(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    public RunningCluster ready(Cluster cluster) {
        return new RunningCluster(
                system,
                cluster.serverVersion().orElse(version),
                durability,
                Instant.now(),
                daemon,
                cluster.connection(),
                cluster.nodes().stream().map(RunningNode::of).toList(),
                Optional.empty());
    }

    public RunningCluster failed(String reason) {
        return new RunningCluster(system, version, durability, since, daemon, connection, nodes, Optional.of(reason));
    }

    /** Returns whether the cluster serves, or has served; otherwise it is being started. */
    public boolean isReady() {
        return !nodes.isEmpty();
    }

    public boolean isWhole() {
        return daemon.isAlive()
                && nodes.stream().allMatch(node -> node.process().isAlive());
    }
}
