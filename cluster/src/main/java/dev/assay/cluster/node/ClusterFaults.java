package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.durability.Fault;
import java.util.Map;

/**
 * Makes things go wrong for a cluster, and right again. The node that faults of one node hit is the one with the number
 * 1, which leads something wherever leaders are spread. One fault at a time; not for use by several threads.
 */
public interface ClusterFaults {
    /** The faults that cannot be had for this cluster, each with the reason, for people. */
    Map<Fault, String> refused();

    /** Returns when all that the nodes have written so far is on their disks. Before the load. */
    void syncDisks();

    /**
     * Returns when the fault is in effect. From then on the nodes that it hits may end without failing the cluster.
     *
     * @throws IllegalStateException when a fault is in effect already
     * @throws DeploymentException when the fault is refused, or cannot be brought about
     */
    FaultReport inject(Fault fault);

    /**
     * Undoes the fault: starts what has ended with the same data, ports and settings, and returns when the cluster serves
     * clients again. Nothing happens when no fault is in effect.
     *
     * @throws DeploymentException when the cluster does not come back in time
     */
    void recover();
}
