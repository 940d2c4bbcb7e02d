package dev.assay.deployment.system;

import dev.assay.core.scenario.SystemKind;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.cluster.Cluster;

/** A kind of system with the way to bring it up. Registered as a {@link SystemKind}. */
public interface SystemPlugin extends SystemKind {
    /**
     * Starts the system on this machine, or takes the endpoints of one that others run, and returns when it is ready for load.
     *
     * @param request asks for a system of this kind
     * @throws DeploymentException when it cannot be had; nothing is left behind then
     */
    Cluster deploy(ClusterRequest request, DeploymentContext context);
}
