package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.NodePlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

    private Site site(int nodes) {
        List<Integer> ports =
                IntStream.range(20_000, 20_001 + 5 * nodes).boxed().toList();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            return Site.of(
                    RabbitMqRecipe.nodes(nodes),
                    ports,
                    NodeEnvironment.lease(supervisor, "data", folder.resolve("data")),
                    folder.resolve("logs"));
        }
    }

    private List<Place> places(int nodes) {
        return site(nodes).places();
    }

    private ClusterPlan plan(int nodes) {
        RabbitMqInstallation installation = new RabbitMqInstallation(
                Path.of("/server"), RabbitMqVersion.parse("3.10.8").orElseThrow());
        return new RabbitMqRecipe(settings(Map.of()), installation, new Erlang("/usr/bin", Path.of("/usr/bin/epmd")))
                .recipe()
                .plan()
                .apply(site(nodes));
    }

    private static RabbitMqNodeSettings settings(ByteSize memory, Map<String, String> user) {
        return new RabbitMqNodeSettings(Specs.local(3, QueueKind.QUORUM, memory), user);
    }

    private static RabbitMqNodeSettings settings(Map<String, String> user) {
        return settings(new ByteSize(1L << 30), user);
    }

    @Test
    void theMapperComesFirstAndTheOthersJoinTheFirstNode() {
        ClusterPlan plan = plan(3);
        assertThat(plan.stages())
                .extracting(stage -> stage.nodes().stream().map(NodePlan::name).toList())
                .containsExactly(List.of("epmd-1"), List.of("rabbitmq-1"), List.of("rabbitmq-2", "rabbitmq-3"));
        assertThat(plan.nodes().getLast().page()).contains(URI.create("http://127.0.0.1:20015/metrics"));
        assertThat(plan.connection())
                .containsEntry(
                        "uri",
                        "amqp://guest:guest@127.0.0.1:20001/%2f,amqp://guest:guest@127.0.0.1:20006/%2f,amqp://guest:guest@127.0.0.1:20011/%2f");
        assertThat(places(3))
                .extracting(RabbitMqRecipe::erlangName)
                .containsExactly("rabbitmq-1@127.0.0.1", "rabbitmq-2@127.0.0.1", "rabbitmq-3@127.0.0.1");
    }

    @Test
    void everyNodeListensOnLoopbackAndJoinsTheFirst() {
        List<Place> nodes = places(3);
        assertThat(settings(Map.of()).of(nodes.get(1), nodes))
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
        List<Place> nodes = places(1);
        RabbitMqNodeSettings tight = wal(version, new ByteSize(1L << 30));
        assertThat(wals(tight.of(nodes.getFirst(), nodes))).isEqualTo(Map.of(setting, Integer.toString(256 << 20)));
        assertThat(wals(tight.overrides())).containsOnlyKeys(setting);
        RabbitMqNodeSettings roomy = wal(version, new ByteSize(2L << 30));
        assertThat(wals(roomy.of(nodes.getFirst(), nodes))).isEmpty();
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
        List<Place> nodes = places(1);
        RabbitMqNodeSettings settings = settings(Map.of("management.disable_stats", "false", "channel_max", "100"));
        assertThat(settings.of(nodes.getFirst(), nodes))
                .contains(entry("management.disable_stats", "false"), entry("channel_max", "100"));
        assertThat(settings.overrides())
                .contains(
                        entry("management.disable_stats", "set in the scenario"),
                        entry("channel_max", "set in the scenario"));
        assertThat(settings.of(nodes.getFirst(), nodes).keySet())
                .filteredOn(name -> !name.matches(
                        "(listeners|management\\.tcp|prometheus\\.tcp|stream|cluster_formation|log)\\..*"))
                .allMatch(settings.overrides()::containsKey);
    }

    @Test
    void whatAssaySetsIsOnTheListThatPlansAreHeldAgainst() {
        SettingNames known = SettingList.beside(RabbitMqSpec.class, "broker").names();
        List<Place> nodes = places(3);
        assertThat(settings(Map.of()).of(nodes.get(1), nodes).keySet()).allMatch(known::lists);
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
        List<Place> nodes = places(1);
        RabbitMqNodeSettings one =
                new RabbitMqNodeSettings(Specs.local(1, QueueKind.QUORUM, new ByteSize(1L << 30)), tls);
        assertThat(one.of(nodes.getFirst(), nodes)).containsAllEntriesOf(tls);

        RabbitMqSpec three = Specs.local(3, QueueKind.QUORUM, new ByteSize(1L << 30));
        assertThatThrownBy(() -> new RabbitMqNodeSettings(three, tls))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("settings.rabbitmq.broker sets listeners.ssl.1 for each of 3 nodes")
                .hasMessageContaining("Set systems.rabbitmq.nodes to 1");
    }

    @Test
    void theCookieIsASecretAndEachNodeHasThePlugins() {
        ClusterPlan plan = plan(2);
        Path data = folder.resolve("data");
        assertThat(plan.folders()).containsExactly(data.resolve("home"));
        assertThat(plan.files())
                .filteredOn(ClusterPlan.TextFile::secret)
                .singleElement()
                .satisfies(cookie -> {
                    assertThat(cookie.file()).isEqualTo(data.resolve("home/.erlang.cookie"));
                    assertThat(cookie.text()).matches("[0-9a-f]{32}");
                });
        assertThat(plan.files())
                .contains(new ClusterPlan.TextFile(
                        data.resolve("rabbitmq-2/enabled_plugins"),
                        "[rabbitmq_management,rabbitmq_stream,rabbitmq_prometheus].\n",
                        false));
    }

    @Test
    void programsSeeNothingOfOtherServersEnvironment() {
        ClusterPlan plan = plan(1);
        assertThat(plan.nodes().getLast().process().command())
                .startsWith("/usr/bin/env", "-i")
                .endsWith("/server/sbin/rabbitmq-server", "-noinput")
                .contains("ERL_EPMD_PORT=20000", "ERL_EPMD_ADDRESS=127.0.0.1", "RABBITMQ_CONF_ENV_FILE=/dev/null")
                .contains("RABBITMQ_NODENAME=rabbitmq-1@127.0.0.1", "HOME=" + folder.resolve("data/home"));
        assertThat(plan.nodes().getFirst().process().command())
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
                .hasMessageContaining(
                        "On RabbitMQ 4.0.1 (" + four
                                + ") durability is level-3 (synced; effective level-4, in memory, because of systems.rabbitmq.queue=classic")
                .hasMessageContaining("without fsync")
                .hasMessageContaining("these provide it: quorum");
    }
}
