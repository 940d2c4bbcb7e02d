package dev.assay.systems.echo;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ExistingCluster;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.SystemPlugin;
import dev.assay.model.durability.DurabilityLevel;
import java.util.Map;

/** The control side: there is nothing to bring up. */
public final class EchoSystem implements SystemPlugin<EchoSpec> {
    @Override
    public String name() {
        return "echo";
    }

    @Override
    public Class<EchoSpec> keys() {
        return EchoSpec.class;
    }

    @Override
    public Map<String, String> connection(EchoSpec existing, DurabilityLevel durability) {
        return Map.of("delay-nanos", Long.toString(existing.delay().toNanos()));
    }

    @Override
    public Cluster start(EchoSpec local, ClusterRequest request, DeploymentContext context) {
        return new ExistingCluster(connection(local, request.durability()));
    }
}
