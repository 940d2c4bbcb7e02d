package dev.assay.provision.standing;

import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.leash.ProcessIdentity;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A cluster that somebody has put up to stay.
 *
 * @param system such as {@code kafka}
 * @param version the servers' version, for people
 * @param durability the level that it was started at, for people
 * @param keeper the process that holds the servers; they die with it
 * @param connection what a client needs to connect; empty while the cluster starts
 * @param nodes its servers; none while it starts
 * @param failure what went wrong since it was ready
 */
public record StandingCluster(
        String system,
        String version,
        String durability,
        Instant since,
        ProcessIdentity keeper,
        Map<String, String> connection,
        List<StandingNode> nodes,
        Optional<String> failure) {
    public StandingCluster {
        connection = Collections.unmodifiableMap(new TreeMap<>(connection));
        nodes = List.copyOf(nodes);
    }

    /** One that this process starts. */
    public static StandingCluster starting(String system, String version, String durability) {
        return new StandingCluster(
                system,
                version,
                durability,
                Instant.now(),
                ProcessIdentity.self(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /** The same, ready. */
    public StandingCluster ready(Cluster cluster) {
        return new StandingCluster(
                system,
                cluster.serverVersion().orElse(version),
                durability,
                Instant.now(),
                keeper,
                cluster.connection(),
                cluster.nodes().stream().map(StandingNode::of).toList(),
                Optional.empty());
    }

    /** The same after something went wrong. */
    public StandingCluster failed(String reason) {
        return new StandingCluster(system, version, durability, since, keeper, connection, nodes, Optional.of(reason));
    }

    /** Whether it serves, or has served; otherwise it is being started. */
    public boolean isReady() {
        return !nodes.isEmpty();
    }

    /** Whether its keeper and all of its servers run. */
    public boolean isWhole() {
        return keeper.isAlive()
                && nodes.stream().allMatch(node -> node.process().isAlive());
    }
}
