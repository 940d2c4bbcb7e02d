package dev.assay.systems.memory.deployment;

import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ExistingCluster;
import dev.assay.deployment.system.ClusterRequest;
import dev.assay.deployment.system.DeploymentContext;
import dev.assay.deployment.system.SystemPlugin;
import dev.assay.systems.memory.MemorySpec;
import java.util.Map;

/** The in-memory system: what scenarios can say of it, and what its driver has to know. */
public final class MemorySystem implements SystemPlugin {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Class<MemorySpec> keys() {
        return MemorySpec.class;
    }

    /** Needs no process, only to know its law. */
    @Override
    public Cluster deploy(ClusterRequest request, DeploymentContext context) {
        MemorySpec memory = (MemorySpec) request.system();
        return new ExistingCluster(Map.of(
                "law", memory.law().name(),
                "mean-nanos", Long.toString(memory.mean().toNanos()),
                "stall-at-nanos", Long.toString(memory.stallAt().toNanos()),
                "stall-nanos", Long.toString(memory.stallFor().toNanos())));
    }
}
