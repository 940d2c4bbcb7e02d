package dev.assay.provision.deploy;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.provision.cluster.ClusterFolders;

/** The cluster that a trial wants. */
public record ClusterRequest(
        SystemSpec system, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {}
