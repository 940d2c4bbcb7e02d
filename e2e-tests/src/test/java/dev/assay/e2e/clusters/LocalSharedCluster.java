package dev.assay.e2e.clusters;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.ServerNode;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.Fault;
import dev.assay.testing.cluster.ClusterDescription;
import dev.assay.testing.cluster.ClusterHandle;
import dev.assay.testing.cluster.SharedNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds a running cluster of this JVM. It handles one request at a time. */
final class LocalSharedCluster implements ClusterHandle, AutoCloseable {
    private final Cluster cluster;
    private boolean frozen;
    private @Nullable String broken;

    LocalSharedCluster(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public synchronized Map<String, String> answer(String request) {
        if (!request.equals(THAW)) {
            requireWhole();
        }
        switch (request) {
            case CONNECTION -> {
                return cluster.connection();
            }
            case DESCRIBE -> {
                return describe(cluster).texts();
            }
            case RESTART -> restart();
            case FREEZE -> {
                frozen = true;
                signalAll(Signal.STOP);
            }
            case THAW -> thaw();
            default -> throw new IllegalStateException("no such request: " + request);
        }
        return Map.of();
    }

    static ClusterDescription describe(Cluster cluster) {
        return new ClusterDescription(
                cluster.serverVersion().orElse(""),
                cluster.nodes().stream()
                        .map(node -> new SharedNode(
                                node.name(), node.process().pid(), node.port(), node.log(), node.data(), node.page()))
                        .toList(),
                cluster.serverSettings(),
                cluster.overrides(),
                cluster.artifacts());
    }

    /** Thaws the cluster, since the test that froze it may have ended. */
    synchronized void thaw() {
        if (frozen) {
            signalAll(Signal.CONT);
            frozen = false;
        }
    }

    /** Throws when the cluster has failed, since each test would otherwise fail in its own way without saying why. */
    private void requireWhole() {
        String reason = broken == null ? cluster.failure().orElse(null) : broken;
        if (reason != null) {
            throw new LostException("the shared cluster is not whole any more: " + reason);
        }
    }

    /** Says that the cluster is of no use to other tests. */
    static final class LostException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        LostException(String message) {
            super(message);
        }
    }

    private void restart() {
        ClusterFaults faults = cluster.faults().orElseThrow();
        try {
            faults.inject(Fault.KILL_ONE);
            faults.recover();
        } catch (RuntimeException e) {
            broken = "restarting a broker failed: " + e.getMessage();
            throw e;
        }
    }

    private void signalAll(Signal signal) {
        for (ServerNode node : cluster.nodes()) {
            cluster.signal(node.name(), signal);
        }
    }

    @Override
    public synchronized void close() {
        thaw();
        cluster.close();
    }
}
