package dev.assay.systems.nats.deployment;

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
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.metric.Metrics;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.nats.NatsSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts and kills real processes. */
@Tag("server")
@Execution(ExecutionMode.SAME_THREAD)
@Tag("slow")
class LocalNatsTest {
    @TempDir
    Path folder;

    private final ProcessSupervisor supervisor =
            ProcessSupervisor.open(AssayCache.standard().leases());
    private final List<String> steps = new ArrayList<>();

    @AfterEach
    void close() {
        supervisor.close();
    }

    private Cluster start(FreePorts ports, DurabilityLevel level, Map<String, String> broker) {
        NatsSpec spec = NatsSpec.usual();
        return new NatsSystem()
                .start(
                        spec,
                        new ClusterRequest(
                                spec,
                                new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), broker),
                                level,
                                new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"))),
                        new DeploymentContext(AssayCache.standard(), supervisor, steps::add, ports));
    }

    private void assertNothingLeft(List<ServerNode> nodes) throws IOException {
        assertThat(nodes).noneMatch(node -> node.process().isAlive());
        try (Stream<Path> left = Files.list(folder.resolve("clusters"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void nodesServeTellOfThemselvesAndTheDeathOfOneIsNoticed() throws Exception {
        List<ServerNode> nodes;
        try (Cluster cluster = start(FreePorts.RANDOM, DurabilityLevel.LEVEL_1, Map.of())) {
            nodes = cluster.nodes();
            assertThat(cluster.serverVersion()).contains("2.15.1");
            assertThat(cluster.artifacts()).hasSizeLessThanOrEqualTo(1);
            assertThat(cluster.serverSettings().get("nats-3")).containsEntry("jetstream.sync_interval", "always");
            assertThat(folder.resolve("logs/nats-1.log")).isNotEmptyFile();
            try (ServerMetrics metrics = new NatsSystem().metrics(nodes).getFirst()) {
                metrics.next(0);
                assertThat(metrics.next(1_000_000_000))
                        .extracting(sample -> sample.metric())
                        .contains(Metrics.NODE_THROTTLED, Metrics.NODE_QUEUED);
            }
            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            cluster.onFailure(heard::add);
            cluster.signal("nats-2", Signal.KILL);
            assertThat(heard.poll(1, TimeUnit.MINUTES)).startsWith("nats-2 has ended (killed by signal 9)");
        }
        assertNothingLeft(nodes);
    }

    /** Takes the port of clients, of other nodes or of monitoring of the second node, in the first of two attempts. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void aPortThatIsTakenIsGivenUp(int which) throws Exception {
        List<ServerNode> nodes;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Queue<Integer> spoilt = new ArrayDeque<>(List.of(which));
            FreePorts ports = count -> {
                List<Integer> free = new ArrayList<>(FreePorts.RANDOM.take(count));
                Integer index = spoilt.poll();
                if (index != null) {
                    free.set(index, taken.getLocalPort());
                }
                return free;
            };
            try (Cluster cluster = start(ports, DurabilityLevel.LEVEL_2, Map.of())) {
                nodes = cluster.nodes();
                assertThat(steps).anyMatch(step -> step.contains("took a port"));
                assertThat(cluster.failure()).isEmpty();
            }
        }
        assertNothingLeft(nodes);
    }

    @Test
    void aSettingThatTheServerRefusesIsReportedInItsWords() throws IOException {
        assertThatThrownBy(() -> start(FreePorts.RANDOM, DurabilityLevel.LEVEL_2, Map.of("no_such_setting", "1")))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.SYSTEM_UNDER_TEST))
                .hasMessageContaining("no_such_setting");
        assertNothingLeft(List.of());
    }
}
