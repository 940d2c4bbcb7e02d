package dev.assay.systems.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the levels of each kind of queue, and refusals. */
class RabbitMqSpecTest {
    private static RabbitMqSpec spec(String keys) throws ScenarioException {
        String text = "name: x\ndurability: level-4\nsystems: {rabbitmq: {" + keys + "}}\n";
        return (RabbitMqSpec) ScenarioFile.read("x.yaml", text, List.of(), Set.of())
                .points()
                .getFirst()
                .spec()
                .system();
    }

    private static String refusal(String keys, String durability) {
        String text = "name: x\ndurability: " + durability + "\nsystems: {rabbitmq: {" + keys + "}}\n";
        return catchThrowableOfType(
                        ScenarioException.class, () -> ScenarioFile.read("x.yaml", text, List.of(), Set.of()))
                .problems()
                .render();
    }

    @ParameterizedTest
    @CsvSource({
        "quorum,        true,  3, level-1",
        "quorum,        false, 3, level-1",
        "quorum,        true,  1, level-3",
        "mirrored,      true,  3, level-1",
        "mirrored,      false, 3, level-2",
        "mirrored,      false, 1, level-4",
        "stream,        true,  3, level-2",
        "stream,        true,  1, level-4",
        "classic,       true,  3, level-3",
        "classic,       false, 3, level-4",
    })
    void aQueuePromisesWhatItsKindPersistenceAndCopiesMakeOfIt(
            String queue, boolean persistent, int nodes, String level) throws ScenarioException {
        RabbitMqSpec spec = spec("queue: %s, persistent: %s, nodes: %d".formatted(queue, persistent, nodes));
        assertThat(spec.durability(DurabilityLevel.LEVEL_4, VendorSettings.NONE).label())
                .isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({
        "classic,  3.12.14, level-3",
        "classic,  3.13.0,  level-4",
        "classic,  4.1.2,   level-4",
        "classic,  4,       level-4",
        "mirrored, 3.13.7,  level-2",
        "quorum,   4.1.2,   level-1",
    })
    void classicQueuesSyncNoMoreFromVersion313On(String queue, String version, String level) throws ScenarioException {
        RabbitMqSpec spec = spec("queue: %s".formatted(queue)).withVersion(version);
        assertThat(spec.durability(DurabilityLevel.LEVEL_4, VendorSettings.NONE).label())
                .isEqualTo(level);
        assertThat(refusal("queue: classic, version: 3.13.7", "level-3"))
                .contains("without fsync, from RabbitMQ 3.13 on")
                .contains("these provide it: quorum");
    }

    /** Counted by cutting the power of 3.10.8, with messages of 1 KB and 8 KB: version 2 loses confirmed messages of either size. */
    @ParameterizedTest
    @CsvSource({
        "classic,  3.10.8,    1, '', level-3",
        "classic,  3.10.8,    2, '', level-4",
        "classic,  installed, 2, '', level-4",
        "classic,  3.12.14,   2, '', level-4",
        "classic,  3.10.8,    '', 2, level-4",
        "classic,  3.10.8,    1,  2, level-3",
        "classic,  4.0.5,     2, '', level-4",
        "mirrored, 3.10.8,    2, '', level-2",
        "quorum,   3.10.8,    '', 2, level-1",
        "stream,   3.10.8,    '', 2, level-2",
    })
    void version2OfTheStorageOfClassicQueuesIsNotSynced(
            String queue, String version, String argument, String fallback, String level) throws ScenarioException {
        VendorSettings settings = new VendorSettings(
                Map.of(),
                Map.of(),
                Map.of(),
                argument.isEmpty() ? Map.of() : Map.of("x-queue-version", argument),
                fallback.isEmpty() ? Map.of() : Map.of("classic_queue.default_version", fallback));
        DurabilityStatement durability =
                spec("queue: " + queue).withVersion(version).durability(DurabilityLevel.LEVEL_4, settings);
        assertThat(durability.label()).isEqualTo(level);
    }

    @Test
    void whatChoseTheVersionOfTheStorageIsNamed() throws ScenarioException {
        VendorSettings settings =
                new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of("x-queue-version", "2"), Map.of());
        assertThat(spec("queue: classic").durability(DurabilityLevel.LEVEL_3, settings))
                .returns(true, DurabilityStatement::weakened)
                .hasToString(
                        "level-3 (synced; effective level-4, in memory, because of settings.rabbitmq.topic.x-queue-version=2 and"
                                + " systems.rabbitmq.queue=classic (a classic queue is on one node, which confirms a persistent message"
                                + " once it is written: version 2 of its storage syncs bodies above 4 KiB, but never the index that says"
                                + " which queue they are in))");
    }

    @Test
    void whatNodesReportOfTheirStorageCountsOverTheScenario() throws ScenarioException {
        EffectiveConfig reported = new EffectiveConfig(
                Map.of("node rabbitmq-1", Map.of("rabbit.classic_queue_default_version", "2")), Map.of());
        assertThat(spec("queue: classic")
                        .effectiveDurability(
                                DurabilityLevel.LEVEL_3, VendorSettings.NONE, reported, Optional.of("3.10.8"))
                        .label())
                .isEqualTo("level-4");
    }

    /** A cluster that stays up between runs reports the version that was set; where none was set, it is 1. */
    @Test
    void ofAClusterThatAssayHasStartedForOtherRunsTheStorageIsKnown() throws ScenarioException {
        RabbitMqSpec spec = spec("deployment: existing, uri: 'amqp://a', admin.url: 'http://a', queue: classic");
        for (Map.Entry<String, Map<String, String>> each : Map.of(
                        "level-3", Map.of("rabbit.channel_max", "2047"),
                        "level-4", Map.of("rabbit.classic_queue_default_version", "2"))
                .entrySet()) {
            EffectiveConfig reported = new EffectiveConfig(Map.of("node rabbitmq-1", each.getValue()), Map.of());
            assertThat(spec.effectiveDurability(
                                    DurabilityLevel.LEVEL_3, VendorSettings.NONE, reported, Optional.of("3.10.8"))
                            .label())
                    .isEqualTo(each.getKey());
        }
    }

    /** The default of the server, or a policy, may choose version 2. */
    @ParameterizedTest
    @CsvSource({
        "classic,  '',      '', level-3?",
        "classic,  3.10.8,  '', level-3?",
        "classic,  3.10.8,  1,  level-3",
        "classic,  3.10.8,  2,  level-4",
        "classic,  3.9.29,  '', level-3",
        "classic,  3.13.7,  '', level-4",
        "mirrored, 3.12.14, '', level-3?",
        "quorum,   3.10.8,  '', level-1",
    })
    void ofAClusterThatOthersRunTheStorageIsKnownOnlyWhereTheScenarioOrTheReleaseSaysIt(
            String queue, String version, String argument, String label) throws ScenarioException {
        RabbitMqSpec spec = spec("deployment: existing, uri: 'amqp://a', admin.url: 'http://a', queue: " + queue);
        VendorSettings settings = new VendorSettings(
                Map.of(),
                Map.of(),
                Map.of(),
                argument.isEmpty() ? Map.of() : Map.of("x-queue-version", argument),
                Map.of());
        EffectiveConfig effective = version.isEmpty()
                ? EffectiveConfig.NONE
                : new EffectiveConfig(Map.of(EffectiveConfig.BROKER, Map.of("version", version)), Map.of());
        assertThat(spec.effectiveDurability(DurabilityLevel.LEVEL_3, settings, effective, Optional.empty())
                        .label())
                .isEqualTo(label);
    }

    @Test
    void aQueueThatPromisesMoreThanAskedIsAllowedAndSaysSo() throws ScenarioException {
        DurabilityStatement durability = spec("queue: quorum").durability(DurabilityLevel.LEVEL_2, VendorSettings.NONE);
        assertThat(durability.weakened()).isFalse();
        assertThat(durability)
                .hasToString(
                        "level-2 (replicated; effective level-1, replicated and synced, because of systems.rabbitmq.queue=quorum (a quorum queue on 3 nodes confirms after a majority has fsynced its log))");
        assertThat(spec("queue: stream").durability(DurabilityLevel.LEVEL_2, VendorSettings.NONE))
                .hasToString("level-2 (replicated)");
    }

    @Test
    void aQueueThatPromisesLessIsRefusedWithThoseThatReachTheLevel() {
        assertThat(refusal("queue: [quorum, stream]", "level-1"))
                .contains("x.yaml:2:13: durability is level-1")
                .contains(
                        "rabbitmq only gives level-2 (replicated): systems.rabbitmq.queue=stream (a stream on 3 nodes confirms")
                .contains("these provide it: mirrored with persistent messages, quorum");
        assertThat(refusal("queue: stream", "level-3"))
                .contains(
                        "these provide it: classic with persistent messages, mirrored with persistent messages, quorum");
        assertThat(refusal("queue: quorum, nodes: 1", "level-2"))
                .contains(
                        "rabbitmq only gives level-3 (synced): systems.rabbitmq.queue=quorum (a quorum queue on one node")
                .contains("no kind of queue provides it with nodes: 1");
    }

    @Test
    void levelsTwoAndThreeDoNotCoverEachOther() {
        assertThat(DurabilityLevel.LEVEL_2.covers(DurabilityLevel.LEVEL_3)).isFalse();
        assertThat(DurabilityLevel.LEVEL_3.covers(DurabilityLevel.LEVEL_2)).isFalse();
        for (DurabilityLevel level : DurabilityLevel.values()) {
            assertThat(DurabilityLevel.LEVEL_1.covers(level)).isTrue();
            assertThat(level.covers(DurabilityLevel.LEVEL_4)).isTrue();
            assertThat(DurabilityLevel.of(level.replicatedSync(), level.localSync()))
                    .isEqualTo(level);
        }
    }

    @Test
    void copiesAreOneOrAllOrThree() throws ScenarioException {
        assertThat(spec("queue: classic, nodes: 5").copies()).isEqualTo(1);
        assertThat(spec("queue: mirrored, nodes: 5").copies()).isEqualTo(5);
        assertThat(spec("queue: quorum, nodes: 5").copies()).isEqualTo(3);
        assertThat(spec("queue: stream, nodes: 2").copies()).isEqualTo(2);
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThat(refusal("queue: stream, acknowledgement: automatic", "level-2"))
                .contains("acknowledgement is automatic, which a stream does not support");
        assertThat(refusal("deployment: existing", "level-2")).contains("uri must say where the cluster is");
        assertThat(refusal("deployment: existing, queue: mirrored, uri: amqp://a", "level-2"))
                .contains("admin.url must say");
        assertThat(refusal("deployment: existing, queue: stream, uri: amqp://a", "level-2"))
                .contains("stream.uri must say");
        assertThat(refusal("prefetch: 0", "level-2")).contains("prefetch must be between 1 and 65535");
        assertThat(refusal("memory: 64 MiB", "level-2")).contains("memory must be at least 128 MiB");
    }
}
