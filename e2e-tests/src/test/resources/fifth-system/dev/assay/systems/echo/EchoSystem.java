package dev.assay.systems.echo;

import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ExistingCluster;
import dev.assay.deployment.system.ClusterRequest;
import dev.assay.deployment.system.DeploymentContext;
import dev.assay.deployment.system.SystemPlugin;
import java.util.Map;

/** The control side: there is nothing to bring up. */
public final class EchoSystem implements SystemPlugin {
    @Override
    public String name() {
        return "echo";
    }

    @Override
    public Class<EchoSpec> keys() {
        return EchoSpec.class;
    }

    @Override
    public Cluster deploy(ClusterRequest request, DeploymentContext context) {
        EchoSpec echo = (EchoSpec) request.system();
        return new ExistingCluster(Map.of("delay-nanos", Long.toString(echo.delay().toNanos())));
    }
}
