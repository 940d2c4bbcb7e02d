package dev.assay.systems.kafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.artifact.PinnedDigests;
import dev.assay.cluster.artifact.ResolvedArtifact;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Site;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.Servers;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.kafka.KafkaSpec;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.SAME_THREAD)
class KafkaPartsTest {
    @TempDir
    Path folder;

    private Map<String, String> settings(int nodes, DurabilityLevel durability, Map<String, String> user) {
        KafkaSpec spec = new KafkaSpec(
                "4.3.1",
                "4.3.1",
                nodes,
                0,
                KafkaSpec.Acknowledgement.INTERVAL,
                new ByteSize(256 << 20),
                "",
                "",
                Servers.LOCAL);
        Place node = place(1, folder);
        return new KafkaNodeSettings(spec, durability, user).of(node, List.of(node, place(2, folder)));
    }

    private Place place(int id, Path... disks) {
        String name = "broker-" + id;
        Map<String, Integer> ports =
                Map.of(KafkaRecipe.CLIENT, 1000 + id, KafkaRecipe.CONTROLLER, 2000 + id, KafkaRecipe.TLS, 3000 + id);
        return new Place(name, name, "127.0.0.1", ports, folder.resolve(name), List.of(disks));
    }

    @ParameterizedTest
    @CsvSource({"3,LEVEL_1,3,2", "3,LEVEL_2,3,2", "3,LEVEL_4,3,1", "1,LEVEL_1,1,1", "2,LEVEL_2,2,1", "5,LEVEL_2,3,2"})
    void copiesFollowNodesAndDurability(int nodes, DurabilityLevel durability, String copies, String inSync) {
        assertThat(settings(nodes, durability, Map.of()))
                .contains(
                        entry("default.replication.factor", copies),
                        entry("offsets.topic.replication.factor", copies),
                        entry("min.insync.replicas", inSync));
    }

    @Test
    void nodesFindEachOther() {
        assertThat(settings(2, DurabilityLevel.LEVEL_2, Map.of()))
                .contains(
                        entry("controller.quorum.voters", "1@127.0.0.1:2001,2@127.0.0.1:2002"),
                        entry("listeners", "PLAINTEXT://127.0.0.1:1001,CONTROLLER://127.0.0.1:2001"),
                        entry("node.id", "1"));
    }

    @Test
    void aCertificateAddsAListenerForClients() {
        assertThat(settings(2, DurabilityLevel.LEVEL_2, Map.of("ssl.keystore.location", "/tls/server.pem")))
                .contains(
                        entry(
                                "listeners",
                                "PLAINTEXT://127.0.0.1:1001,SSL://127.0.0.1:3001,CONTROLLER://127.0.0.1:2001"),
                        entry("advertised.listeners", "PLAINTEXT://127.0.0.1:1001,SSL://127.0.0.1:3001"),
                        entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SSL:SSL"),
                        entry("inter.broker.listener.name", "PLAINTEXT"));
    }

    @Test
    void logsAreOnAllDisks() {
        KafkaSpec spec = KafkaSpec.usual();
        Place node = place(1, Path.of("/mnt/a/broker-1"), Path.of("/mnt/b/broker-1"));
        KafkaNodeSettings settings = new KafkaNodeSettings(spec, DurabilityLevel.LEVEL_2, Map.of());

        assertThat(settings.of(node, List.of(node)))
                .containsEntry("log.dirs", "/mnt/a/broker-1/data,/mnt/b/broker-1/data");
        assertThat(settings(3, DurabilityLevel.LEVEL_2, Map.of()))
                .containsEntry("log.dirs", folder.resolve("data").toString());
        assertThat(settings.overrides()).doesNotContainKey("log.dirs");
    }

    @Test
    void disksAreSaidToBeEmulatedWhereTheyAre() {
        NodeDisks two = new NodeDisks(2, DiskLayout.USUAL, FolderPaths.NONE);
        KafkaSpec spec = new KafkaSpec(
                "4.3.1",
                "4.3.1",
                3,
                0,
                KafkaSpec.Acknowledgement.INTERVAL,
                new ByteSize(256 << 20),
                "",
                "",
                new Servers(Deployment.LOCAL, two, 0, KubernetesServers.NONE));
        String description = "2 disks a node, emulated by loop devices on one disk";

        assertThat(spec.needs()).endsWith(", " + description);
        assertThat(new KafkaNodeSettings(spec, DurabilityLevel.LEVEL_2, Map.of()).overrides())
                .containsEntry("log.dirs", description);
    }

    @Test
    void theUserWinsExceptWhereTheClusterWouldFallApart() {
        assertThat(settings(3, DurabilityLevel.LEVEL_2, Map.of("min.insync.replicas", "3", "num.io.threads", "2")))
                .contains(entry("min.insync.replicas", "3"), entry("num.io.threads", "2"));
        assertThatThrownBy(() -> settings(3, DurabilityLevel.LEVEL_2, Map.of("node.id", "7", "log.dirs", "/x")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("settings.kafka.broker may not set log.dirs, node.id");
    }

    @Test
    void whatAssaySetsIsOnTheListThatPlansAreHeldAgainst() {
        SettingNames known = SettingList.beside(KafkaSpec.class, "broker").names();
        assertThat(settings(3, DurabilityLevel.LEVEL_2, Map.of()).keySet()).allMatch(known::lists);
    }

    @Test
    void eachVersionGetsTheLoggingThatItKnows() {
        assertThat(KafkaServerJars.of("3.9.1").logging()).isEqualTo(KafkaServerJars.Logging.LOG4J_1);
        assertThat(KafkaServerJars.of("4.3.1").logging()).isEqualTo(KafkaServerJars.Logging.LOG4J_2);
        assertThat(KafkaServerJars.of("4.3.1").query().pins()).isEmpty();
        assertThat(KafkaServerJars.of("4.4.0").query().pins())
                .containsExactly(Coordinates.parse("org.apache.kafka:kafka-tools-api:4.3.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"latest", "2.8.1", "3.2.0", "4", ""})
    void aVersionThatCannotWorkIsRefused(String version) {
        assertThatThrownBy(() -> KafkaServerJars.of(version))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("'" + version + "'");
    }

    @Test
    void theUsualServersJarsHaveDigestsThatAssayKnows() {
        List<String> roots = KafkaServerJars.of(KafkaSpec.usual().version()).query().roots().stream()
                .map(Coordinates::toString)
                .toList();
        assertThat(PinnedDigests.installed().unpinned(roots)).isEmpty();
        assertThat(PinnedDigests.installed().unpinned(List.of("org.apache.kafka:kafka_2.13:3.9.1")))
                .hasSize(1);
    }

    @Test
    void effectiveSettingsAreReadFromTheLog() throws IOException {
        Path log = folder.resolve("log");
        Files.writeString(log, """
                [2026-11-21 01:03:41,603] INFO starting (kafka.Kafka)
                [2026-11-21 01:03:41,898] INFO KafkaConfig values:\s
                \tadvertised.listeners = [PLAINTEXT://127.0.0.1:21001]
                \talter.config.policy.class.name = null
                \tbroker.rack =\s
                \tssl.key.password = [hidden]
                 (org.apache.kafka.common.config.AbstractConfig)
                \tnot.this = 1
                """);
        assertThat(KafkaRecipe.loggedSettings(log))
                .containsOnly(
                        entry("advertised.listeners", "[PLAINTEXT://127.0.0.1:21001]"),
                        entry("alter.config.policy.class.name", "null"),
                        entry("broker.rack", ""),
                        entry("ssl.key.password", "[hidden]"));
    }

    @Test
    void theProbeSpeaksMetadataVersionOne() throws IOException {
        assertThat(HexFormat.of().formatHex(MetadataProbe.request(0)))
                .isEqualTo("00000019" + "0003" + "0001" + "00000001" + "000b" + "61737361792d70726f6265" + "00000000");
        String reply = "00000001" + "00000002"
                + "00000001" + "0009" + "3132372e302e302e31" + "00002710" + "ffff"
                + "00000003" + "0009" + "3132372e302e302e31" + "00002711" + "0001" + "61"
                + "00000003"
                + "00000001" + "0000" + "0001" + "74" + "00" + "00000003"
                + "0000" + "00000000" + "00000001" + "00000002" + "0000000100000003" + "00000002" + "0000000100000003"
                + "0000" + "00000001" + "00000001" + "00000002" + "0000000100000003" + "00000001" + "00000001"
                + "0005" + "00000002" + "ffffffff" + "00000001" + "00000003" + "00000000";
        MetadataProbe.Answer answer = MetadataProbe.answer(
                new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(reply))));
        assertThat(answer.brokers()).isEqualTo(Set.of(1, 3));
        assertThat(answer.controller()).hasValue(3);
        assertThat(answer.lacking()).as("of three, one in sync").isEqualTo(2);
    }

    @Test
    void storageIsFormattedBeforeBrokersStartAndAnUpgradeHasItsOwnJars() {
        Site site = new Site(List.of(place(1, folder), place(2, folder)), folder, Path.of("/logs"));
        KafkaNodeSettings settings = new KafkaNodeSettings(KafkaSpec.usual(), DurabilityLevel.LEVEL_2, Map.of());
        ClusterPlan plan = new KafkaRecipe(KafkaSpec.usual(), settings, jvm("/old"), jvm("/new"))
                .recipe()
                .plan()
                .apply(site);
        assertThat(plan.stages().getFirst().tasks())
                .extracting(task -> task.process().name())
                .containsExactly("broker-1-format", "broker-2-format");
        String properties = folder.resolve("broker-2.properties").toString();
        assertThat(plan.stages().getFirst().tasks().getLast().process().command())
                .endsWith("-c", properties)
                .contains("-Djava.io.tmpdir=" + folder.resolve("tmp"), "/old/a.jar");
        assertThat(plan.nodes().getLast().process().command()).endsWith("/old/a.jar", "kafka.Kafka", properties);
        assertThat(Objects.requireNonNull(plan.upkeep().rolling())
                        .upgraded()
                        .getLast()
                        .process()
                        .command())
                .endsWith("/new/a.jar", "kafka.Kafka", properties);
        assertThat(plan.files()).extracting(ClusterPlan.TextFile::file).contains(Path.of("/logs/log4j2.properties"));
    }

    private KafkaJvm jvm(String jars) {
        ResolvedArtifact jar =
                new ResolvedArtifact(Coordinates.parse("org.apache.kafka:any:1"), Path.of(jars, "a.jar"), "", 0);
        ClassArchive archive = ClassArchive.at(folder.resolve("archive"), ProgressListener.SILENT);
        return new KafkaJvm(new ResolvedClassPath(List.of(jar)), KafkaServerJars.Logging.LOG4J_2, archive, archive);
    }

    @Test
    void clusterIdsAreFreshAndNeverLookLikeOptions() {
        assertThat(KafkaRecipe.randomClusterId())
                .hasSize(22)
                .doesNotStartWith("-")
                .isNotEqualTo(KafkaRecipe.randomClusterId());
    }
}
