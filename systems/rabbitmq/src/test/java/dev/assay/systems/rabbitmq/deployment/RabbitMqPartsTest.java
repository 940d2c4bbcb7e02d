package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.SAME_THREAD)
class RabbitMqPartsTest {
    @TempDir
    Path folder;

    private RabbitMqClusterPlan plan(int nodes) {
        List<Integer> ports = IntStream.range(0, RabbitMqNodePlan.portsNeeded(nodes))
                .mapToObj(i -> 20_000 + i)
                .toList();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            return RabbitMqClusterPlan.of(ports, NodeEnvironment.lease(supervisor, "data", folder.resolve("data")));
        }
    }

    private static RabbitMqNodeSettings settings(ByteSize memory, Map<String, String> user) {
        return new RabbitMqNodeSettings(Specs.local(3, QueueKind.QUORUM, memory), user);
    }

    private static RabbitMqNodeSettings settings(Map<String, String> user) {
        return settings(new ByteSize(1L << 30), user);
    }

    @Test
    void noTwoThingsShareAPort() {
        RabbitMqClusterPlan plan = plan(3);
        List<Integer> ports = plan.nodes().stream()
                .map(RabbitMqNodePlan::ports)
                .flatMap(own -> List.of(own.client(), own.admin(), own.stream(), own.nodes(), own.metrics()).stream())
                .toList();
        assertThat(ports).hasSize(15).doesNotHaveDuplicates().doesNotContain(plan.mapperPort());
        assertThat(plan.uris())
                .isEqualTo(
                        "amqp://guest:guest@127.0.0.1:20001/%2f,amqp://guest:guest@127.0.0.1:20006/%2f,amqp://guest:guest@127.0.0.1:20011/%2f");
        assertThat(plan.nodes())
                .extracting(RabbitMqNodePlan::erlangName)
                .containsExactly("rabbitmq-1@127.0.0.1", "rabbitmq-2@127.0.0.1", "rabbitmq-3@127.0.0.1");
        assertThat(plan.mappers()).singleElement().satisfies(mapper -> {
            assertThat(mapper.name()).isEqualTo("epmd-1");
            assertThat(mapper.node().host()).isEqualTo("127.0.0.1");
        });
    }

    @Test
    void everyNodeListensOnLoopbackAndJoinsTheFirst() {
        RabbitMqClusterPlan plan = plan(3);
        assertThat(settings(Map.of()).of(plan.nodes().get(1), plan))
                .contains(
                        entry("listeners.tcp.1", "127.0.0.1:20006"),
                        entry("management.tcp.port", "20007"),
                        entry("stream.advertised_port", "20008"),
                        entry("prometheus.tcp.ip", "127.0.0.1"),
                        entry("prometheus.tcp.port", "20010"),
                        entry("cluster_formation.classic_config.nodes.1", "rabbitmq-1@127.0.0.1"),
                        entry("vm_memory_high_watermark.absolute", "1073741824"));
    }

    @ParameterizedTest
    @CsvSource({
        "3.10.8, raft.wal_max_size_bytes",
        "4.2.9, raft.wal_max_size_bytes",
        "4.3.0, quorum_queue.wal_max_size_bytes",
        "5.0.0, quorum_queue.wal_max_size_bytes",
    })
    void theLogOfQuorumQueuesFitsIntoTheMemory(String version, String setting) {
        RabbitMqClusterPlan plan = plan(1);
        RabbitMqNodeSettings tight = wal(version, new ByteSize(1L << 30));
        assertThat(wals(tight.of(plan.nodes().getFirst(), plan)))
                .isEqualTo(Map.of(setting, Integer.toString(256 << 20)));
        assertThat(wals(tight.overrides())).containsOnlyKeys(setting);
        RabbitMqNodeSettings roomy = wal(version, new ByteSize(2L << 30));
        assertThat(wals(roomy.of(plan.nodes().getFirst(), plan))).isEmpty();
        assertThat(wals(roomy.overrides())).isEmpty();
    }

    private static RabbitMqNodeSettings wal(String version, ByteSize memory) {
        return new RabbitMqNodeSettings(Specs.local(1, QueueKind.QUORUM, memory).withVersion(version), Map.of());
    }

    private static Map<String, String> wals(Map<String, String> settings) {
        Map<String, String> found = new TreeMap<>(settings);
        found.keySet().removeIf(name -> !name.contains(".wal_"));
        return found;
    }

    @Test
    void whatTheUserSaysWinsAndIsTold() {
        RabbitMqClusterPlan plan = plan(1);
        RabbitMqNodeSettings settings = settings(Map.of("management.disable_stats", "false", "channel_max", "100"));
        assertThat(settings.of(plan.nodes().getFirst(), plan))
                .contains(entry("management.disable_stats", "false"), entry("channel_max", "100"));
        assertThat(settings.overrides())
                .contains(
                        entry("management.disable_stats", "set in the scenario"),
                        entry("channel_max", "set in the scenario"));
        assertThat(settings.of(plan.nodes().getFirst(), plan).keySet())
                .filteredOn(name -> !name.matches(
                        "(listeners|management\\.tcp|prometheus\\.tcp|stream|cluster_formation|log)\\..*"))
                .allMatch(settings.overrides()::containsKey);
    }

    @Test
    void whatAssaySetsIsOnTheListThatPlansAreHeldAgainst() {
        SettingNames known = SettingList.beside(RabbitMqSpec.class, "broker").names();
        RabbitMqClusterPlan plan = plan(3);
        assertThat(settings(Map.of()).of(plan.nodes().get(1), plan).keySet()).allMatch(known::lists);
    }

    @Test
    void addressesAreAssaysOwn() {
        assertThatThrownBy(() -> settings(Map.of("listeners.tcp.default", "5672", "channel_max", "1")))
                .isInstanceOf(DeploymentException.class)
                .hasMessage(
                        "settings.rabbitmq.broker may not set listeners.tcp.default: Assay sets these itself for a local cluster. Remove them, or use deployment: existing.");
    }

    @Test
    void aPortForTlsIsTakenForOneNodeOnly() {
        Map<String, String> tls = Map.of("listeners.ssl.1", "127.0.0.1:5671", "ssl_options.verify", "verify_none");
        RabbitMqClusterPlan plan = plan(1);
        RabbitMqNodeSettings one =
                new RabbitMqNodeSettings(Specs.local(1, QueueKind.QUORUM, new ByteSize(1L << 30)), tls);
        assertThat(one.of(plan.nodes().getFirst(), plan)).containsAllEntriesOf(tls);

        RabbitMqSpec three = Specs.local(3, QueueKind.QUORUM, new ByteSize(1L << 30));
        assertThatThrownBy(() -> new RabbitMqNodeSettings(three, tls))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("settings.rabbitmq.broker sets listeners.ssl.1 for each of 3 nodes")
                .hasMessageContaining("Set systems.rabbitmq.nodes to 1");
    }

    @Test
    void filesHoldTheSettingsAndACookieThatOnlyTheOwnerReads() throws IOException {
        RabbitMqClusterPlan plan = plan(2);
        Files.createDirectory(Objects.requireNonNull(plan.home().getParent()));
        RabbitMqFiles files = new RabbitMqFiles(Files.createDirectories(folder.resolve("logs")));
        files.write(settings(Map.of()), plan);
        assertThat(files.configuration(plan.nodes().getLast()))
                .content()
                .contains("listeners.tcp.1 = 127.0.0.1:20006\n")
                .contains("log.file = false\n");
        assertThat(files.plugins(plan.nodes().getFirst()))
                .hasContent("[rabbitmq_management,rabbitmq_stream,rabbitmq_prometheus].");
        Path cookie = plan.home().resolve(".erlang.cookie");
        assertThat(Files.getPosixFilePermissions(cookie)).hasSize(2);
        assertThat(cookie).content().matches("[0-9a-f]{32}");
    }

    @Test
    void programsSeeNothingOfOtherServersEnvironment() {
        RabbitMqClusterPlan plan = plan(1);
        RabbitMqInstallation installation = new RabbitMqInstallation(
                Path.of("/server"), RabbitMqVersion.parse("3.10.8").orElseThrow());
        RabbitMqPrograms programs = new RabbitMqPrograms(
                installation, new Erlang("/usr/bin", Path.of("/usr/bin/epmd")), new RabbitMqFiles(folder));
        ProcessSpec node = programs.node(plan.nodes().getFirst(), plan);
        assertThat(node.command())
                .startsWith("/usr/bin/env", "-i")
                .endsWith("/server/sbin/rabbitmq-server", "-noinput")
                .contains("ERL_EPMD_PORT=20000", "ERL_EPMD_ADDRESS=127.0.0.1", "RABBITMQ_CONF_ENV_FILE=/dev/null")
                .contains("RABBITMQ_NODENAME=rabbitmq-1@127.0.0.1", "HOME=" + plan.home());
        assertThat(programs.mapper(plan.mappers().getFirst(), plan).command())
                .endsWith("/usr/bin/epmd", "-port", "20000", "-address", "127.0.0.1");
    }

    @Test
    void effectiveSettingsAreReadWithoutSecretsAndWithoutWalls() {
        assertThat(EffectiveNodeSettings.parse(List.of(
                        "rabbit.channel_max=2047",
                        "rabbit.default_pass=<<\"guest\">>",
                        "rabbit.log=[" + "x".repeat(200) + "]",
                        "ra.data_dir=\"/tmp\"",
                        "ok")))
                .isEqualTo(Map.of("rabbit.channel_max", "2047"));
    }

    private Path server(String version) throws IOException {
        Path home = folder.resolve("rabbitmq_server-" + version);
        Files.createDirectories(home.resolve("plugins/rabbit-" + version));
        Files.createDirectories(home.resolve("sbin"));
        Path program = Files.createFile(home.resolve("sbin/rabbitmq-server"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return home;
    }

    @Test
    void whatTheInstalledServerDoesNotHaveIsRefused() throws IOException {
        Path four = server("4.0.1");
        assertThatThrownBy(() -> Specs.start(four, QueueKind.MIRRORED, DurabilityLevel.LEVEL_4, folder))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("queue is mirrored, but RabbitMQ 4.0.1 (" + four + ") has no mirrored queues");
        assertThatThrownBy(() -> Specs.start(four, QueueKind.CLASSIC, DurabilityLevel.LEVEL_3, folder))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("On RabbitMQ 4.0.1 (" + four
                        + ") durability is level-3 (effective level-4, because of systems.rabbitmq.queue=classic")
                .hasMessageContaining("without fsync")
                .hasMessageContaining("these provide it: quorum");
    }
}
