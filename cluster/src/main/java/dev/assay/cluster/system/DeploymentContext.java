package dev.assay.cluster.system;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.FreePorts;
import dev.assay.host.process.ProcessSupervisor;

/**
 * @param cache of fetched artifacts and servers' data
 * @param supervisor starts the servers; they end with it
 * @param progress reports what takes long
 * @param ports that servers may listen on
 */
public record DeploymentContext(
        AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress, FreePorts ports) {}
