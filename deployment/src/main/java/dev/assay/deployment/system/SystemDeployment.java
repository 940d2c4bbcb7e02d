package dev.assay.deployment.system;

import dev.assay.core.scenario.SystemKind;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.host.process.ProcessSupervisor;

/** Brings up systems under test, whatever they are and whoever runs them. */
public final class SystemDeployment {
    private final DeploymentContext context;

    /** What is started locally ends with this supervisor. */
    public SystemDeployment(AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress) {
        this.context = new DeploymentContext(cache, supervisor, progress);
    }

    /**
     * Returns when the system is ready for load.
     *
     * @throws DeploymentException when it cannot be had
     */
    public Cluster start(ClusterRequest request) {
        String system = request.system().system();
        return SystemKind.named(system)
                .filter(SystemPlugin.class::isInstance)
                .map(kind -> (SystemPlugin<?>) kind)
                .orElseThrow(() -> DeploymentException.environment(
                        "Nothing on the class path can bring up " + system + ". Build Assay again.", null))
                .deploy(request, context);
    }
}
