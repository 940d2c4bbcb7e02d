package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Starts a cluster of one node as a program of its own, and waits to be killed. */
final class RabbitMqOwner {
    private RabbitMqOwner() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        new SystemDeployment(cache, ProcessSupervisor.open(cache.leases()), ProgressListener.SILENT)
                .start(new ClusterRequest(
                        Specs.local(1, QueueKind.CLASSIC, new ByteSize(256 << 20)),
                        VendorSettings.NONE,
                        DurabilityLevel.LEVEL_4,
                        new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"))));
        System.out.println("ready");
        new CountDownLatch(1).await();
    }
}
