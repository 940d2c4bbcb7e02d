package dev.assay.systems.rabbitmq.deployment;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.NodeDisks;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ClusterFolders;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.system.ClusterRequest;
import dev.assay.deployment.system.DeploymentContext;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.nio.file.Path;
import java.util.Map;

/** What tests ask for. */
final class Specs {
    private Specs() {}

    static RabbitMqSpec local(int nodes, QueueKind queue, ByteSize memory) {
        return new RabbitMqSpec(
                RabbitMqSpec.INSTALLED,
                "5.37.0",
                "1.11.0",
                Deployment.LOCAL,
                nodes,
                queue,
                true,
                RabbitMqSpec.Acknowledgement.MANUAL,
                1000,
                5000,
                memory,
                "",
                "",
                "",
                NodeDisks.USUAL,
                0);
    }

    /** Tries to start a cluster of the server at home. */
    static Cluster start(Path home, QueueKind queue, DurabilityLevel durability, Path folder) {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        InstalledServers servers = new InstalledServers(Map.of("RABBITMQ_HOME", home.toString()), folder, "");
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            RabbitMqSpec spec = local(3, queue, new ByteSize(1L << 30));
            DeploymentContext context = new DeploymentContext(cache, supervisor, ProgressListener.SILENT);
            return new LocalRabbitMq(context, FreePorts.RANDOM, servers)
                    .start(
                            spec,
                            new ClusterRequest(
                                    spec,
                                    VendorSettings.NONE,
                                    durability,
                                    ClusterFolders.of(folder.resolve("logs"), cache)));
        }
    }
}
