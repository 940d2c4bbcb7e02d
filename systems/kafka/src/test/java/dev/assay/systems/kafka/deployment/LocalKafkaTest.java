package dev.assay.systems.kafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.testing.jdk.QuickJdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
 * Starts and kills real brokers. The jars come from the user's cache, which is filled at first use. What a running cluster reports is
 * tested beside the driver, on the cluster that tests share.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("server")
@Tag("slow")
class LocalKafkaTest {
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

    private ClusterFolders folders() {
        return new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"));
    }

    private static KafkaSpec spec(String version, int nodes) {
        return new KafkaSpec(
                version,
                version,
                nodes,
                0,
                KafkaSpec.Acknowledgement.INTERVAL,
                new ByteSize(256 << 20),
                "",
                "",
                Servers.LOCAL);
    }

    private static VendorSettings broker(Map<String, String> settings) {
        return new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), settings);
    }

    private Cluster start(String version, int nodes, FreePorts ports, VendorSettings settings) {
        KafkaSpec spec = spec(version, nodes);
        return new KafkaSystem()
                .start(
                        spec,
                        new ClusterRequest(spec, settings, DurabilityLevel.LEVEL_2, folders()),
                        new DeploymentContext(cache, supervisor, steps::add, ports));
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void assertNothingLeft(List<ServerNode> nodes) throws IOException {
        assertThat(nodes).noneMatch(node -> node.process().isAlive()).noneMatch(node -> listens(node.port()));
        try (Stream<Path> left = Files.list(folder.resolve("clusters"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theDeathOfANodeIsNoticedAndNothingIsLeftButLogs() throws Exception {
        List<ServerNode> nodes;
        try (Cluster cluster = start("4.3.1", 1, FreePorts.RANDOM, VendorSettings.NONE)) {
            nodes = cluster.nodes();
            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            cluster.onFailure(heard::add);
            cluster.signal("broker-1", Signal.KILL);
            String message = heard.poll(1, TimeUnit.MINUTES);
            assertThat(message)
                    .startsWith("broker-1 has ended (killed by signal 9).\nThe end of")
                    .contains("INFO");
            assertThat(cluster.failure()).contains(message);
        }
        assertNothingLeft(nodes);
        assertThat(folder.resolve("logs/broker-1.log")).isNotEmptyFile();
        assertThat(folder.resolve("logs/broker-1.properties")).isNotEmptyFile();
    }

    @Test
    void anOlderServerWorksAndAPortThatIsTakenIsGivenUp() throws Exception {
        List<ServerNode> nodes;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            List<Integer> first = new ArrayList<>(List.of(taken.getLocalPort()));
            FreePorts ports = count -> {
                List<Integer> free = new ArrayList<>(FreePorts.RANDOM.take(count));
                if (!first.isEmpty()) {
                    free.set(0, first.removeFirst());
                }
                return free;
            };
            try (Cluster cluster = start("3.9.1", 1, ports, VendorSettings.NONE)) {
                nodes = cluster.nodes();
                assertThat(steps).anyMatch(step -> step.contains("took a port"));
            }
        }
        assertNothingLeft(nodes);
    }

    @Test
    void aSettingThatTheServerRefusesIsReportedInItsWords() throws IOException {
        assertThatThrownBy(() -> start("4.3.1", 1, FreePorts.RANDOM, broker(Map.of("num.io.threads", "many"))))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.SYSTEM_UNDER_TEST))
                .hasMessageContaining("broker-1")
                .hasMessageContaining("num.io.threads");
        assertNothingLeft(List.of());
    }
}
