package dev.assay.systems.kafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.kafka.KafkaSpec;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class KafkaSystemTest {
    @TempDir
    Path folder;

    @Test
    void anExistingClusterIsReachedWhereTheScenarioSays() {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        KafkaSpec kafka = existing();
        ClusterRequest request = new ClusterRequest(
                kafka, VendorSettings.NONE, DurabilityLevel.LEVEL_2, ClusterFolders.of(folder.resolve("logs"), cache));
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                Cluster cluster = new SystemDeployment(cache, supervisor, ProgressListener.SILENT).start(request)) {
            assertThat(cluster.connection())
                    .isEqualTo(Map.of(
                            "bootstrap.servers",
                            "one:9092,two:9092",
                            "replication",
                            "3",
                            "acknowledgement",
                            "interval"));
            assertThat(cluster.nodes()).isEmpty();
        }
    }

    private static KafkaSpec existing() {
        return new KafkaSpec(
                "4.3.1",
                "4.3.1",
                3,
                0,
                KafkaSpec.Acknowledgement.INTERVAL,
                new ByteSize(1),
                "one:9092,two:9092",
                "",
                new Servers(Deployment.EXISTING, NodeDisks.USUAL, 0, KubernetesServers.NONE));
    }
}
