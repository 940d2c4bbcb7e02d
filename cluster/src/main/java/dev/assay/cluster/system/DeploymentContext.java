package dev.assay.cluster.system;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.FreePorts;
import dev.assay.host.process.ProcessSupervisor;

/**
 * What all deployments of one process share.
 *
 * @param cache where what is fetched and servers' data lie
 * @param supervisor starts the servers; they end with it
 * @param progress is told what takes long
 * @param ports that servers may listen on
 */
public record DeploymentContext(
        AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress, FreePorts ports) {}
