package dev.assay.cluster.system;

import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;

/**
 * Asks for the cluster of a trial.
 *
 * @param isolation what the nodes must not share; where the machine cannot provide it, the cluster starts without and its faults say what
 * is refused for that reason
 * @param upgrade version of the servers to have ready for an upgrade; empty for none
 */
public record ClusterRequest(
        SystemSpec system,
        VendorSettings settings,
        DurabilityLevel durability,
        ClusterFolders folders,
        NodeIsolation isolation,
        String upgrade) {
    /** Asks for a cluster whose servers keep their version. */
    public ClusterRequest(
            SystemSpec system,
            VendorSettings settings,
            DurabilityLevel durability,
            ClusterFolders folders,
            NodeIsolation isolation) {
        this(system, settings, durability, folders, isolation, "");
    }

    /** Asks for a cluster to measure, without isolation. */
    public ClusterRequest(
            SystemSpec system, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {
        this(system, settings, durability, folders, NodeIsolation.NONE);
    }
}
