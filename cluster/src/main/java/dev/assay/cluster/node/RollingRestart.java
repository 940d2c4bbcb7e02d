package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import java.util.List;

/** Restarts the nodes of a cluster one after the other, as an operator does for new settings or a new version. */
@FunctionalInterface
public interface RollingRestart {
    /**
     * Asks each node to end, starts it again with the same data, ports and settings, and continues with the next once all replicas are
     * in sync again. Returns when that holds after the last node.
     *
     * @param version with which the nodes are started again: the one that the cluster was asked to have ready ({@link
     *     dev.assay.cluster.system.ClusterRequest#upgrade}), or empty for their present one
     * @throws DeploymentException when a node does not come back in time
     */
    Done restart(String version);

    /** @param remark on the restart for readers, or empty */
    record Done(List<Node> nodes, String remark) {
        public Done {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * @param name such as {@code broker-1}
     * @param fromNanos when the node was asked to end, on the clock of {@link System#nanoTime()}
     * @param toNanos when all replicas were in sync again
     */
    record Node(String name, long fromNanos, long toNanos) {}
}
