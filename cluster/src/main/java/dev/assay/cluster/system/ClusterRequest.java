package dev.assay.cluster.system;

import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;

/**
 * @param isolation what the nodes must not share; where the machine can't provide it, the cluster starts without, and its faults say
 *     what is refused for that reason
 * @param upgrade version of the servers to have ready for an upgrade; empty for none
 */
public record ClusterRequest(
        SystemSpec system,
        VendorSettings settings,
        DurabilityLevel durability,
        ClusterFolders folders,
        NodeIsolation isolation,
        String upgrade) {
    public ClusterRequest(
            SystemSpec system,
            VendorSettings settings,
            DurabilityLevel durability,
            ClusterFolders folders,
            NodeIsolation isolation) {
        this(system, settings, durability, folders, isolation, "");
    }

    /** Requests a cluster to measure, without isolation. */
    public ClusterRequest(
            SystemSpec system, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {
        this(system, settings, durability, folders, NodeIsolation.NONE);
    }
}
