package dev.assay.provision.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.Fault;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.provision.AssayCache;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFaults;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.FaultReport;
import dev.assay.provision.cluster.FreePorts;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.disk.DiskImage;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.network.NodeNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real brokers that are hit by faults and come back. */
@Tag("real")
class KafkaFaultsTest {
    @TempDir
    Path folder;

    private final AssayCache cache = AssayCache.standard();
    private final Leash leash = Leash.open(cache);

    @AfterEach
    void nothingStaysMounted() throws IOException {
        leash.close();
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
        assertThat(folder.resolve("clusters")).isEmptyDirectory();
    }

    private Cluster start(NodeIsolation isolation) {
        KafkaSpec spec = new KafkaSpec("4.3.1", "4.3.1", Deployment.LOCAL, 3, 0, new ByteSize(256 << 20), "");
        ClusterFolders folders = new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"));
        return new LocalKafka(cache, leash, ProgressListener.SILENT, FreePorts.RANDOM, isolation)
                .start(spec, VendorSettings.NONE, DurabilityLevel.LEVEL_1, folders);
    }

    private static void comesBackAfter(Fault fault, Cluster cluster) throws IOException {
        ClusterFaults faults = cluster.faults().orElseThrow();
        List<ServerNode> before = cluster.nodes();
        Map<String, String> connection = cluster.connection();
        faults.settle();

        FaultReport report = faults.inject(fault);
        long injected = System.nanoTime();
        faults.heal();

        System.out.printf(
                "%s: %s, back after %.1f s%n",
                fault,
                report.details(),
                Duration.ofNanos(System.nanoTime() - injected).toMillis() / 1e3);
        assertThat(report.fault()).isEqualTo(fault);
        assertThat(cluster.failure()).isEmpty();
        assertThat(cluster.connection()).isEqualTo(connection);
        for (ServerNode node : cluster.nodes()) {
            assertThat(node.process().isAlive()).isTrue();
            boolean sameProcess = before.stream().anyMatch(old -> old.process().equals(node.process()));
            boolean ends = fault != Fault.PAUSE_ONE && fault != Fault.PARTITION_ONE;
            assertThat(sameProcess)
                    .as(node.name())
                    .isEqualTo(!(ends && report.nodes().contains(node.name())));
        }
    }

    @Test
    void nodesThatAreKilledOrFrozenComeBackAndFaultsThatNeedMoreAreRefused() throws IOException {
        try (Cluster cluster = start(NodeIsolation.NONE)) {
            assertThat(cluster.faults().orElseThrow().refused())
                    .containsOnlyKeys(Fault.POWER_ONE, Fault.POWER_ALL, Fault.PARTITION_ONE, Fault.DISK_FULL);
            comesBackAfter(Fault.KILL_ONE, cluster);
            comesBackAfter(Fault.KILL_ALL, cluster);
            comesBackAfter(Fault.PAUSE_ONE, cluster);
        }
    }

    @Test
    void nodesThatLosePowerOrRoomComeBackOnWhatTheirDisksHold() throws IOException {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        try (Cluster cluster = start(new NodeIsolation(true, false))) {
            assertThat(cluster.faults().orElseThrow().refused()).containsOnlyKeys(Fault.PARTITION_ONE);
            comesBackAfter(Fault.POWER_ONE, cluster);
            comesBackAfter(Fault.POWER_ALL, cluster);
            comesBackAfter(Fault.KILL_ALL, cluster);
        }
    }

    @Test
    void aNodeThatIsCutOffComesBack() throws IOException {
        assumeTrue(
                NodeNetwork.refusal().isEmpty(),
                () -> "skipped: " + NodeNetwork.refusal().orElseThrow());
        try (Cluster cluster = start(new NodeIsolation(false, true))) {
            assertThat(cluster.faults().orElseThrow().refused())
                    .containsOnlyKeys(Fault.POWER_ONE, Fault.POWER_ALL, Fault.DISK_FULL);
            comesBackAfter(Fault.PARTITION_ONE, cluster);
        }
    }
}
