package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.durability.Fault;
import java.util.Map;

/**
 * Injects faults into a cluster, and recovers it. The caller chooses the node that a fault of one node hits: where leaders are
 * spread, each node leads something. One fault at a time; not for use by several threads.
 */
public interface ClusterFaults {
    /** Returns the faults that are impossible for this cluster, each with the reason, for people. */
    Map<Fault, String> refused();

    /** Returns when everything that the nodes have written so far is on their disks. Call it before the load. */
    void syncDisks();

    /** Injects a fault, into the first node where it hits a single one. */
    default FaultReport inject(Fault fault) {
        return inject(fault, 0);
    }

    /**
     * Returns when the fault is in effect. From then on the nodes that it hits may end without failing the cluster.
     *
     * @param node index of the node that a fault of one node hits, among those that keep messages and wrapped around their number; nodes
     * that are to be cut off or stopped for a while are always the first
     * @throws IllegalStateException when a fault is in effect already
     * @throws DeploymentException when the fault is refused, or cannot be injected
     */
    FaultReport inject(Fault fault, int node);

    /**
     * Undoes the fault: starts ended nodes with the same data, ports and settings, and returns when the cluster serves clients again.
     * Does nothing when no fault is in effect.
     *
     * @throws DeploymentException when the cluster does not come back in time
     */
    void recover();
}
