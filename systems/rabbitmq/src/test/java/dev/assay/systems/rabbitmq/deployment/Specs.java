package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.nio.file.Path;
import java.util.Map;

public final class Specs {
    private Specs() {}

    public static RabbitMqSpec local(int nodes, QueueKind queue, ByteSize memory) {
        return new RabbitMqSpec(
                RabbitMqSpec.INSTALLED,
                "5.37.0",
                "1.11.0",
                nodes,
                queue,
                RabbitMqSpec.Exchange.DIRECT,
                true,
                RabbitMqSpec.Acknowledgement.MANUAL,
                1000,
                5000,
                memory,
                "",
                "",
                "",
                Servers.LOCAL);
    }

    /** Tries to start a cluster of the server in the folder {@code home}. */
    static Cluster start(Path home, QueueKind queue, DurabilityLevel durability, Path folder) {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        InstalledServers servers = new InstalledServers(Map.of("RABBITMQ_HOME", home.toString()), folder, "");
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            RabbitMqSpec spec = local(3, queue, new ByteSize(1L << 30));
            DeploymentContext context =
                    new DeploymentContext(cache, supervisor, ProgressListener.SILENT, FreePorts.RANDOM);
            return RabbitMqSystem.start(
                    spec,
                    new ClusterRequest(
                            spec, VendorSettings.NONE, durability, ClusterFolders.of(folder.resolve("logs"), cache)),
                    context,
                    servers);
        }
    }
}
