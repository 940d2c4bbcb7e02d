package dev.assay.systems.nats.deployment;

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
import dev.assay.systems.nats.NatsSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.SAME_THREAD)
class NatsPartsTest {
    @TempDir
    Path folder;

    private List<Place> places(int nodes) {
        return site(nodes).places();
    }

    private Site site(int nodes) {
        List<Integer> ports =
                IntStream.range(0, 3 * nodes).mapToObj(i -> 20_000 + i).toList();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            return Site.of(
                    NatsRecipe.nodes(nodes),
                    ports,
                    NodeEnvironment.lease(supervisor, "data", folder.resolve("data")),
                    folder.resolve("logs"));
        }
    }

    private static NatsNodeSettings settings(DurabilityLevel level, Map<String, String> user) {
        return new NatsNodeSettings(NatsSpec.usual(), level, user);
    }

    @Test
    void aNodeIsStartedWithTheFileBesideItsFolder() {
        Site site = site(3);
        NatsSpec spec = NatsSpec.usual();
        NatsServer server = new NatsServer.Installed("2.15.1", Path.of("/server"));
        ClusterPlan plan = new NatsRecipe(spec, settings(DurabilityLevel.LEVEL_1, Map.of()), server)
                .recipe()
                .plan()
                .apply(site);
        Path data = folder.resolve("data");
        assertThat(plan.nodes()).extracting(NodePlan::name).containsExactly("nats-1", "nats-2", "nats-3");
        assertThat(plan.nodes().get(1).process().command())
                .containsExactly("/server", "-c", data.resolve("nats-2.conf").toString());
        assertThat(plan.nodes().get(1).page()).contains(URI.create("http://127.0.0.1:20005/"));
        assertThat(plan.folders()).contains(data.resolve("nats-2/streams"));
        assertThat(plan.connection())
                .containsEntry("url", "nats://127.0.0.1:20000,nats://127.0.0.1:20003,nats://127.0.0.1:20006")
                .containsEntry("monitor.url", "http://127.0.0.1:20002,http://127.0.0.1:20005,http://127.0.0.1:20008");
    }

    @Test
    void everyNodeListensOnLoopbackAndKnowsAllRoutes() {
        List<Place> nodes = places(3);
        assertThat(settings(DurabilityLevel.LEVEL_2, Map.of()).of(nodes.get(1), nodes))
                .contains(
                        entry("server_name", "nats-2"),
                        entry("listen", "127.0.0.1:20003"),
                        entry("http", "127.0.0.1:20005"),
                        entry("cluster.listen", "127.0.0.1:20004"),
                        entry(
                                "cluster.routes",
                                "[\"nats-route://127.0.0.1:20001\", \"nats-route://127.0.0.1:20004\", \"nats-route://127.0.0.1:20007\"]"))
                .doesNotContainKey("jetstream.sync_interval");
    }

    @Test
    void oneNodeIsNoCluster() {
        List<Place> nodes = places(1);
        assertThat(settings(DurabilityLevel.LEVEL_4, Map.of())
                        .of(nodes.getFirst(), nodes)
                        .keySet())
                .noneMatch(name -> name.startsWith("cluster."));
    }

    @Test
    void aLevelThatSyncsHasServersSyncAndSaysSo() {
        List<Place> nodes = places(3);
        NatsNodeSettings synced = settings(DurabilityLevel.LEVEL_1, Map.of());
        assertThat(synced.of(nodes.getFirst(), nodes)).containsEntry("jetstream.sync_interval", "always");
        assertThat(synced.overrides()).containsOnlyKeys("jetstream.sync_interval");
        assertThat(synced.overrides().get("jetstream.sync_interval")).contains("always, as durability level-1 needs");
        NatsNodeSettings chosen =
                settings(DurabilityLevel.LEVEL_1, Map.of("jetstream.sync_interval", "10s", "max_payload", "8MB"));
        assertThat(chosen.of(nodes.getFirst(), nodes)).containsEntry("jetstream.sync_interval", "10s");
        assertThat(chosen.overrides()).containsEntry("jetstream.sync_interval", "set in the scenario");
    }

    @Test
    void blocksAreWrittenAsTheServerReadsThem() {
        List<Place> nodes = places(3);
        Map<String, String> lines = NatsNodeSettings.block(settings(
                        DurabilityLevel.LEVEL_1,
                        Map.of(
                                "jetstream.limits.max_ack_pending", "5000",
                                "max_payload", "8MB",
                                "write_deadline", "2m",
                                "debug", "false",
                                "server_tags", "[\"a\"]"))
                .of(nodes.getFirst(), nodes));
        assertThat(lines)
                .containsEntry("max_payload", "8MB")
                .containsEntry("write_deadline", "\"2m\"")
                .containsEntry("debug", "false")
                .containsEntry("server_tags", "[\"a\"]")
                .containsEntry("listen", "\"127.0.0.1:20000\"");
        assertThat(lines.get("jetstream"))
                .startsWith("{ ")
                .contains("sync_interval: \"always\"", "limits: { max_ack_pending: 5000 }", "store_dir: \"/")
                .endsWith(" }");
    }

    @ParameterizedTest
    @CsvSource({
        "max_payload, 4mb, 4mb",
        "max_payload, 4MiB, 4MiB",
        "write_deadline, 10, 10",
        "lame_duck_duration, 0, '\"0\"'",
        "ping_interval, 2M, '\"2M\"'",
        "debug, yes, yes",
        "server_name, 12a, '\"12a\"'",
        "brand_new, 4MB, 4MB",
        "brand_new, yes, '\"yes\"'"
    })
    void aValueIsQuotedWhereTheServerWantsAText(String name, String value, String literal) {
        assertThat(NatsNodeSettings.block(Map.of(name, value))).containsEntry(name, literal);
    }

    @Test
    void whatAssaySetsIsOnTheListThatPlansAreHeldAgainst() {
        SettingNames known = SettingList.beside(NatsSpec.class, "broker").names();
        List<Place> nodes = places(3);
        assertThat(settings(DurabilityLevel.LEVEL_1, Map.of())
                        .of(nodes.getFirst(), nodes)
                        .keySet())
                .allMatch(known::lists);
    }

    @Test
    void whatMakesANodePartOfTheClusterIsAssaysOwn() {
        assertThatThrownBy(() -> settings(DurabilityLevel.LEVEL_1, Map.of("listen", "1", "max_payload", "1")))
                .isInstanceOf(DeploymentException.class)
                .hasMessage(
                        "settings.nats.broker may not set listen: Assay sets these itself for a local cluster. Remove them, or use deployment: existing.");
    }
}
