package dev.assay.systems.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.systems.nats.NatsSpec.Acknowledgement;
import dev.assay.systems.nats.NatsSpec.Retention;
import dev.assay.systems.nats.NatsSpec.Storage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NatsSpecTest {
    private static NatsSpec spec(Deployment deployment, int nodes, int replication, Storage storage) {
        return spec(deployment, nodes, replication, storage, Retention.LIMITS, Acknowledgement.EXPLICIT);
    }

    private static NatsSpec spec(
            Deployment deployment,
            int nodes,
            int replication,
            Storage storage,
            Retention retention,
            Acknowledgement acknowledgement) {
        return spec(
                deployment,
                nodes,
                replication,
                storage,
                retention,
                acknowledgement,
                deployment == Deployment.EXISTING ? "nats://here:4222" : "");
    }

    private static NatsSpec spec(
            Deployment deployment,
            int nodes,
            int replication,
            Storage storage,
            Retention retention,
            Acknowledgement acknowledgement,
            String url) {
        return new NatsSpec(
                "2.15.1",
                "2.26.2",
                nodes,
                replication,
                storage,
                retention,
                acknowledgement,
                500,
                url,
                "",
                "",
                new Servers(deployment, NodeDisks.USUAL, 0, KubernetesServers.NONE));
    }

    private static VendorSettings settings(SettingGroup group, Map<String, String> settings) {
        return new VendorSettings(
                group == SettingGroup.CLIENT ? settings : Map.of(),
                group == SettingGroup.PRODUCER ? settings : Map.of(),
                group == SettingGroup.CONSUMER ? settings : Map.of(),
                group == SettingGroup.TOPIC ? settings : Map.of(),
                group == SettingGroup.BROKER ? settings : Map.of());
    }

    @ParameterizedTest
    @EnumSource(DurabilityLevel.class)
    void copiesAndSyncsMakeTheLevel(DurabilityLevel level) {
        int copies = level.replicatedSync() ? 3 : 1;
        DurabilityStatement statement =
                spec(Deployment.LOCAL, 3, copies, Storage.FILE).durability(level, VendorSettings.NONE);
        assertThat(statement).isEqualTo(DurabilityStatement.holding(level));
    }

    @Test
    void threeCopiesGiveMoreThanOneNodeWasAskedFor() {
        DurabilityStatement statement = NatsSpec.usual().durability(DurabilityLevel.LEVEL_4, VendorSettings.NONE);
        assertThat(statement.given()).contains(DurabilityLevel.LEVEL_2);
        assertThat(statement.weakened()).isFalse();
        assertThat(statement.reasons()).containsExactly("systems.nats.nodes=3");
    }

    @Test
    void oneCopyCannotBeReplicated() {
        NatsSpec one = spec(Deployment.LOCAL, 3, 1, Storage.FILE);
        DurabilityStatement statement = one.durability(DurabilityLevel.LEVEL_1, VendorSettings.NONE);
        assertThat(statement.given()).contains(DurabilityLevel.LEVEL_3);
        assertThat(statement.weakened()).isTrue();
        assertThat(one.reaching(DurabilityLevel.LEVEL_1)).isEqualTo("replication: 3 provides it");
    }

    @Test
    void memoryIsBelowEveryLevelOfFiles() {
        NatsSpec memory = spec(Deployment.LOCAL, 3, 3, Storage.MEMORY);
        assertThat(memory.durability(DurabilityLevel.LEVEL_2, VendorSettings.NONE)
                        .given())
                .contains(DurabilityLevel.LEVEL_4);
        assertThat(spec(Deployment.LOCAL, 1, 1, Storage.MEMORY)
                        .durability(DurabilityLevel.LEVEL_4, VendorSettings.NONE)
                        .given())
                .isEmpty();
        assertThat(memory.reaching(DurabilityLevel.LEVEL_2)).isEqualTo("storage: file provides it");
    }

    @Test
    void asynchronousPersistenceIsNoLevel() {
        DurabilityStatement statement = spec(Deployment.LOCAL, 1, 1, Storage.FILE)
                .durability(DurabilityLevel.LEVEL_3, settings(SettingGroup.TOPIC, Map.of("persist_mode", "async")));
        assertThat(statement.given()).isEmpty();
        assertThat(statement.reasons()).containsExactly("settings.nats.topic.persist_mode=async");
    }

    @Test
    void theServersOwnSettingWins() {
        VendorSettings always = settings(SettingGroup.BROKER, Map.of("jetstream.sync_interval", "always"));
        assertThat(NatsSpec.usual().durability(DurabilityLevel.LEVEL_2, always).given())
                .contains(DurabilityLevel.LEVEL_1);
        VendorSettings sometimes = settings(SettingGroup.BROKER, Map.of("jetstream.sync_interval", "1s"));
        DurabilityStatement weakened = NatsSpec.usual().durability(DurabilityLevel.LEVEL_1, sometimes);
        assertThat(weakened.given()).contains(DurabilityLevel.LEVEL_2);
        assertThat(weakened.reasons()).containsExactly("settings.nats.broker.jetstream.sync_interval=1s");
    }

    @Test
    void whatWasReadBackDecides() {
        EffectiveConfig readBack = new EffectiveConfig(
                Map.of(
                        "topic", Map.of("num_replicas", "1", "storage", "file"),
                        "broker", Map.of("jetstream.sync_interval", "always")),
                Map.of());
        DurabilityStatement statement = NatsSpec.usual()
                .effectiveDurability(DurabilityLevel.LEVEL_1, VendorSettings.NONE, readBack, Optional.empty());
        assertThat(statement.given()).contains(DurabilityLevel.LEVEL_3);
        assertThat(statement.reasons()).containsExactly("topic.num_replicas as read back=1");
    }

    @Test
    void whatOthersHaveSetIsNotKnownBeforeItIsReadBack() {
        NatsSpec existing = spec(Deployment.EXISTING, 3, 3, Storage.FILE);
        DurabilityStatement before = existing.durability(DurabilityLevel.LEVEL_1, VendorSettings.NONE);
        assertThat(before.known()).isFalse();
        EffectiveConfig always =
                new EffectiveConfig(Map.of("broker", Map.of("jetstream.sync_interval", "always")), Map.of());
        assertThat(existing.effectiveDurability(DurabilityLevel.LEVEL_1, VendorSettings.NONE, always, Optional.empty()))
                .isEqualTo(DurabilityStatement.holding(DurabilityLevel.LEVEL_1));
        EffectiveConfig mixed =
                new EffectiveConfig(Map.of("broker", Map.of("jetstream.sync_interval", "2 min | always")), Map.of());
        assertThat(existing.effectiveDurability(DurabilityLevel.LEVEL_1, VendorSettings.NONE, mixed, Optional.empty())
                        .given())
                .contains(DurabilityLevel.LEVEL_2);
        assertThat(existing.withoutSync()).isEmpty();
    }

    private static List<String> problems(NatsSpec spec, SettingGroup group, String name, String value) {
        return spec.refusals(settings(group, Map.of(name, value))).stream()
                .map(problem -> problem.part() + ": " + problem.reason())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "CLIENT, io.nats.client.url, nats://x",
        "CLIENT, io.nats.client.callback.error, any.Class",
        "CLIENT, reader.executor.service.class, any.Class",
        "CLIENT, servers_pool_implementation_class, any.Class",
        "CLIENT, io.nats.client.reconect.wait, 1",
        "PRODUCER, anything, 1",
        "CONSUMER, max_deliver, 3",
        "CONSUMER, ack_wait, 30",
        "TOPIC, num_replicas, 3",
        "TOPIC, max_age, 1 s",
        "TOPIC, max_bytes, 1000",
        "TOPIC, compression, S2!",
        "TOPIC, duplicate_window, 10 ms",
        "TOPIC, persist_mode, async",
        "BROKER, jetstream.store_dir, /tmp",
        "BROKER, sync_interval, always"
    })
    void whatCannotBeTakenIsRefusedAtOnce(SettingGroup group, String name, String value) {
        assertThat(problems(NatsSpec.usual(), group, name, value)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "CLIENT, io.nats.client.reconnect.wait, 100",
        "CONSUMER, ack_wait, 60 s",
        "CONSUMER, max_ack_pending, 20000",
        "CONSUMER, expires_in, 10 s",
        "TOPIC, compression, s2",
        "TOPIC, duplicate_window, 100 ms",
        "BROKER, jetstream.sync_interval, 10s",
        "BROKER, max_payload, 8MB"
    })
    void whatServersAndClientsKnowIsTaken(SettingGroup group, String name, String value) {
        assertThat(problems(NatsSpec.usual(), group, name, value)).isEmpty();
    }

    @Test
    void aFullStreamHasToRefuse() {
        VendorSettings refusing = settings(SettingGroup.TOPIC, Map.of("max_bytes", "1000", "discard", "new"));
        assertThat(NatsSpec.usual().refusals(refusing)).isEmpty();
    }

    @Test
    void aWorkQueueHasOneSubscriptionAndIsToldOfEachMessage() {
        NatsSpec queue = spec(Deployment.LOCAL, 3, 3, Storage.FILE, Retention.WORK_QUEUE, Acknowledgement.EXPLICIT);
        assertThat(queue.refusals(Workload.usual())).isEmpty();
        assertThatThrownBy(() -> spec(Deployment.LOCAL, 3, 3, Storage.FILE, Retention.WORK_QUEUE, Acknowledgement.ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("acknowledgement is all");
    }

    @Test
    void inAQueueEachMessageIsAcknowledgedByItself() {
        assertThat(NatsSpec.usual().refusalOfQueues(Workload.usual())).isEmpty();
        assertThat(spec(Deployment.LOCAL, 3, 3, Storage.FILE, Retention.LIMITS, Acknowledgement.NONE)
                        .refusalOfQueues(Workload.usual()))
                .hasValueSatisfying(refusal -> {
                    assertThat(refusal.key()).hasToString("systems.nats.acknowledgement");
                    assertThat(refusal.reason()).endsWith("but acknowledgement is none");
                });
    }

    @ParameterizedTest
    @CsvSource({"2, 0, nodes is 2", "3, 2, replication is 2", "1, 3, only 1 nodes"})
    void numbersThatMakeNoClusterAreRefused(int nodes, int replication, String message) {
        assertThatThrownBy(() -> spec(Deployment.LOCAL, nodes, replication, Storage.FILE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static NatsSpec at(String url) {
        return spec(Deployment.EXISTING, 3, 3, Storage.FILE, Retention.LIMITS, Acknowledgement.EXPLICIT, url);
    }

    @Test
    void aTokenDoesNotStandWhereItWouldBeShown() {
        assertThat(at("tls://user:p@ss@one:4222,tls://user:p@ss@two:4222").url())
                .startsWith("tls://user");
        assertThatThrownBy(() -> at("nats://one:4222,nats://hunter2@two:4222"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("io.nats.client.token")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aPayloadIsAsLargeAsServerAndStreamAllow() {
        assertThat(NatsSpec.usual().capabilities(VendorSettings.NONE).maxPayloadBytes())
                .isEqualTo(1L << 20);
        assertThat(NatsSpec.usual()
                        .capabilities(settings(SettingGroup.TOPIC, Map.of("max_msg_size", "1000")))
                        .maxPayloadBytes())
                .isEqualTo(1_000);
    }

    @Test
    void refusalsNameTheKey() {
        List<Incompatibility> refusals =
                NatsSpec.usual().refusals(settings(SettingGroup.TOPIC, Map.of("max_age", "1 s")));
        assertThat(refusals).singleElement().satisfies(refusal -> {
            assertThat(refusal.key()).hasToString("settings.nats.topic.max_age");
            assertThat(refusal.reason()).contains("counted as lost");
        });
    }
}
