package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.Probe;
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
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Starts and kills real processes of the server that is installed on this machine. What a running cluster reports is tested beside the
 * driver, on the cluster that tests share.
 */
@Tag("server")
@Execution(ExecutionMode.SAME_THREAD)
@Tag("slow")
class LocalRabbitMqTest {
    @TempDir
    Path folder;

    private final ProcessSupervisor supervisor =
            ProcessSupervisor.open(AssayCache.standard().leases());
    private final List<String> steps = new ArrayList<>();

    @BeforeAll
    static void aServerIsInstalled() {
        RabbitMqSystem.unavailable().ifPresent(Assumptions::abort);
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private Cluster start(String name, int nodes, FreePorts ports, Map<String, String> broker) {
        RabbitMqSpec spec = Specs.local(nodes, QueueKind.QUORUM, new ByteSize(256 << 20));
        DeploymentContext context = new DeploymentContext(AssayCache.standard(), supervisor, steps::add, ports);
        return new RabbitMqSystem()
                .start(
                        spec,
                        new ClusterRequest(
                                spec,
                                new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), broker),
                                DurabilityLevel.LEVEL_3,
                                new ClusterFolders(folder.resolve(name), folder.resolve("clusters"))),
                        context);
    }

    /** Returns the nodes' processes and all their descendants. */
    private static List<ProcessHandle> family(List<ServerNode> nodes) {
        return nodes.stream()
                .flatMap(node ->
                        Stream.concat(Stream.of(node.process()), node.process().descendants()))
                .toList();
    }

    private void assertNothingLeft(List<ServerNode> nodes, List<ProcessHandle> family) throws IOException {
        Family.assertGone(family);
        assertThat(nodes).noneMatch(node -> Probe.listens("127.0.0.1", node.port()));
        try (Stream<Path> left = Files.list(folder.resolve("clusters"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void killingAssayEndsAllProcessesAndTheNextRunDeletesTheData() throws Exception {
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RabbitMqOwner.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = owner.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(said.readLine()).isEqualTo("ready");
            List<ProcessHandle> family = owner.descendants().toList();
            assertThat(family)
                    .extracting(handle -> handle.info().command().orElse(""))
                    .anyMatch(command -> command.endsWith("beam.smp"))
                    .anyMatch(command -> command.endsWith("epmd"))
                    .anyMatch(command -> command.endsWith("inet_gethost"));
            owner.destroyForcibly().waitFor();
            Family.assertGone(family);
        } finally {
            owner.destroyForcibly();
        }
        try (ProcessSupervisor next = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            assertThat(next.cleanUp())
                    .anyMatch(reported -> reported.startsWith("Deleted " + folder.resolve("clusters")));
        }
        assertThat(folder.resolve("clusters")).isEmptyDirectory();
    }

    @Test
    void twoClustersAtOnceDoNotMeetAndTheDeathOfANodeIsNoticedByItsOwn() throws Exception {
        List<ServerNode> nodes = new ArrayList<>();
        List<ProcessHandle> family;
        try (Cluster one = start("one", 2, FreePorts.RANDOM, Map.of());
                Cluster two = start("two", 1, FreePorts.RANDOM, Map.of())) {
            nodes.addAll(one.nodes());
            nodes.addAll(two.nodes());
            assertThat(nodes).extracting(ServerNode::port).doesNotHaveDuplicates();
            assertThat(one.failure()).isEmpty();
            // With as little memory as these have, which is less than those that tests share.
            String logSize = two.overrides().containsKey("quorum_queue.wal_max_size_bytes")
                    ? "rabbit.quorum_wal_max_size_bytes"
                    : "ra.wal_max_size_bytes";
            assertThat(two.serverSettings().get("rabbitmq-1"))
                    .contains(
                            entry("rabbit.vm_memory_high_watermark", "{absolute,268435456}"),
                            entry(logSize, "67108864"));
            family = family(nodes);
            assertThat(family).hasSizeGreaterThan(nodes.size());

            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            one.onFailure(heard::add);
            one.signal("rabbitmq-2", Signal.KILL);
            assertThat(heard.poll(1, TimeUnit.MINUTES)).startsWith("rabbitmq-2 has ended (killed by signal 9)");
            assertThat(two.failure()).isEmpty();
        }
        assertNothingLeft(nodes, family);
        assertThat(folder.resolve("one/rabbitmq-1.log")).isNotEmptyFile();
        assertThat(folder.resolve("one/rabbitmq-1.conf")).isNotEmptyFile();
    }

    /** Takes ports of the port mapper, and of the only node those for AMQP, streams, other nodes and metrics; two in each start. */
    @ParameterizedTest
    @CsvSource({"0, 1", "3, 4", "5, 1"})
    void aPortThatIsTakenIsGivenUp(int first, int second) throws Exception {
        List<ServerNode> nodes;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Queue<Integer> spoilt = new ArrayDeque<>(List.of(first, second));
            FreePorts ports = count -> {
                List<Integer> free = new ArrayList<>(FreePorts.RANDOM.take(count));
                Integer which = spoilt.poll();
                if (which != null) {
                    free.set(which, taken.getLocalPort());
                }
                return free;
            };
            try (Cluster cluster = start("logs", 1, ports, Map.of())) {
                nodes = cluster.nodes();
                assertThat(steps)
                        .filteredOn(step -> step.contains("took a port"))
                        .hasSize(2);
                assertThat(cluster.failure()).isEmpty();
            }
        }
        assertNothingLeft(nodes, List.of());
    }

    @Test
    void aSettingThatTheServerRefusesIsReportedInItsWords() throws IOException {
        assertThatThrownBy(() -> start("logs", 1, FreePorts.RANDOM, Map.of("no.such.setting", "1")))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.SYSTEM_UNDER_TEST))
                .hasMessageContaining("rabbitmq-1")
                .hasMessageContaining("no.such.setting");
        assertNothingLeft(List.of(), List.of());
    }
}
