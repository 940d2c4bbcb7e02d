package dev.assay.systems.memory.deployment;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ExistingCluster;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.SystemPlugin;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.memory.MemorySpec;
import java.util.Map;

public final class MemorySystem implements SystemPlugin<MemorySpec> {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Class<MemorySpec> keys() {
        return MemorySpec.class;
    }

    /** Returns the latency law alone, since the system is in the workers and has no servers. */
    @Override
    public Map<String, String> connection(MemorySpec existing, DurabilityLevel durability) {
        return law(existing);
    }

    /** Starts no servers, since the system is in the workers, which need to know its law only. */
    @Override
    public Cluster start(MemorySpec local, ClusterRequest request, DeploymentContext context) {
        return new ExistingCluster(law(local));
    }

    private static Map<String, String> law(MemorySpec memory) {
        return Map.ofEntries(
                Map.entry("law", memory.law().name()),
                Map.entry("mean-nanos", Long.toString(memory.mean().toNanos())),
                Map.entry("stall-at-nanos", Long.toString(memory.stallAt().toNanos())),
                Map.entry("stall-nanos", Long.toString(memory.stallFor().toNanos())),
                Map.entry("drift-to-nanos", Long.toString(memory.driftTo().toNanos())),
                Map.entry("drift-for-nanos", Long.toString(memory.driftFor().toNanos())),
                Map.entry("decay-from", Integer.toString(memory.decayFrom())),
                Map.entry("decay-for-nanos", Long.toString(memory.decayFor().toNanos())),
                Map.entry("noise-percent", Integer.toString(memory.noisePercent())),
                Map.entry("lose-every", Integer.toString(memory.loseEvery())),
                Map.entry("withhold-every", Integer.toString(memory.withholdEvery())),
                Map.entry("duplicate-every", Integer.toString(memory.duplicateEvery())),
                Map.entry("reorder-every", Integer.toString(memory.reorderEvery())),
                Map.entry("fail-every", Integer.toString(memory.failEvery())),
                Map.entry("leaderless-partition", Integer.toString(memory.leaderlessPartition())),
                Map.entry("capacity-per-second", Integer.toString(memory.capacity())),
                Map.entry("redeliver-every", Integer.toString(memory.redeliverEvery())));
    }
}
