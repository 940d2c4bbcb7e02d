package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.Probe;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.testing.jdk.QuickJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Starts and kills real processes. The distribution comes from the user's cache, which is filled at first use. What a running cluster
 * reports is tested beside the driver, on the cluster that tests share.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("server")
@Tag("slow")
class LocalPulsarTest {
    @TempDir
    Path folder;

    private final AssayCache cache = AssayCache.standard();
    private final ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
    private final List<String> steps = new ArrayList<>();

    @BeforeAll
    static void quickly() throws IOException {
        QuickJdk.use();
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    static PulsarSpec spec(int bookies, int brokers) {
        return spec(bookies, brokers, NodeDisks.USUAL);
    }

    static PulsarSpec spec(int bookies, int brokers, NodeDisks disks) {
        return new PulsarSpec(
                "4.0.8",
                "4.2.4",
                bookies,
                brokers,
                PulsarSpec.Placement.TOGETHER,
                new ByteSize(256 << 20),
                new ByteSize(192 << 20),
                0,
                0,
                0,
                PulsarSpec.SubscriptionType.FAILOVER,
                "public",
                "",
                "",
                new Servers(Deployment.LOCAL, disks, 0, KubernetesServers.NONE));
    }

    private Cluster start(int bookies, Map<String, String> broker) {
        return new SystemDeployment(cache, supervisor, steps::add)
                .start(new ClusterRequest(
                        spec(bookies, 1),
                        new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), broker),
                        DurabilityLevel.LEVEL_2,
                        new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"))));
    }

    private void assertNothingLeft(List<ServerNode> nodes) throws IOException {
        assertThat(nodes)
                .noneMatch(node -> node.process().isAlive())
                .noneMatch(node -> Probe.listens("127.0.0.1", node.port()));
        try (Stream<Path> left = Files.list(folder.resolve("clusters"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theDeathOfAServerIsNoticedAndNothingIsLeftButLogs() throws Exception {
        List<ServerNode> nodes;
        // A cache larger than all that a bookie with this heap has outside of it otherwise.
        try (Cluster cluster = start(1, Map.of("bookie.dbStorage_readAheadCacheMaxSizeMb", "1024"))) {
            nodes = cluster.nodes();
            assertThat(cluster.failure()).isEmpty();
            assertUnpacksInside(nodes);
            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            cluster.onFailure(heard::add);
            cluster.signal("bookie-1", Signal.KILL);
            assertThat(heard.poll(1, TimeUnit.MINUTES)).startsWith("bookie-1 has ended (killed by signal 9)");
        }
        assertNothingLeft(nodes);
        assertThat(folder.resolve("logs/bookie-1.log")).isNotEmptyFile();
        assertThat(folder.resolve("logs/broker-1.properties")).isNotEmptyFile();
    }

    /** Bookies unpack RocksDB, 13 MB each, which stays where it is when they are killed. */
    private void assertUnpacksInside(List<ServerNode> nodes) throws IOException {
        List<String> libraries = new ArrayList<>();
        for (ServerNode node : nodes) {
            Files.readString(Path.of("/proc/" + node.process().pid() + "/maps"))
                    .lines()
                    .filter(line -> line.contains("/librocksdbjni"))
                    .map(line -> line.substring(line.indexOf('/')))
                    .forEach(libraries::add);
        }
        assertThat(libraries)
                .isNotEmpty()
                .allMatch(
                        library -> Path.of(library).startsWith(folder.resolve("clusters")),
                        "inside of the cluster's folder");
    }

    @Test
    void aSettingThatABookieRefusesIsReportedInItsWords() throws IOException {
        assertThatThrownBy(() -> start(1, Map.of("bookie.ledgerStorageClass", "no.such.Storage")))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.SYSTEM_UNDER_TEST))
                .hasMessageContaining("bookie-1")
                .hasMessageContaining("no.such.Storage");
        assertNothingLeft(List.of());
    }

    @Test
    void settingsThatMakeTheClusterAreAssaysOwn() {
        assertThatThrownBy(() -> start(1, Map.of("bookie.bookiePort", "1")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("settings.pulsar.broker may not set bookie.bookiePort");
    }
}
