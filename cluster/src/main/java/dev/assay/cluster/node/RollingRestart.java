package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import java.util.List;

/** Restarts the nodes of a cluster one after the other, as an operator does for new settings or a new version. */
@FunctionalInterface
public interface RollingRestart {
    /**
     * Asks each node to end, starts it again with the same data, ports and settings, and continues with the next once all replicas are in
     * sync again. Returns when the last has come that far.
     *
     * @param version with which they are started again: the one that the cluster was asked to have ready ({@link
     * dev.assay.cluster.system.ClusterRequest#upgrade}), or empty for the one that they have
     * @throws DeploymentException when a node does not come back in time
     */
    Done restart(String version);

    /**
     * Reports the restart.
     *
     * @param remark on it for readers, or empty
     */
    record Done(List<Node> nodes, String remark) {
        public Done {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Describes a node that was restarted.
     *
     * @param name such as {@code broker-1}
     * @param fromNanos when it was asked to end, on the clock of {@link System#nanoTime()}
     * @param toNanos when all replicas were in sync again
     */
    record Node(String name, long fromNanos, long toNanos) {}
}
