package dev.assay.deployment.system;

import dev.assay.deployment.AssayCache;
import dev.assay.deployment.ProgressListener;
import dev.assay.host.process.ProcessSupervisor;

/**
 * What all deployments of one process share.
 *
 * @param cache where what is fetched and servers' data lie
 * @param supervisor starts the servers; they end with it
 * @param progress is told what takes long
 */
public record DeploymentContext(AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress) {}
