package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.scenario.ScenarioFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which level results from the requested one and the keys of a scenario. */
class SystemDurabilityTest {
    @ParameterizedTest
    @EnumSource(DurabilityLevel.class)
    void everyLevelHoldsOnClustersAsAssayStartsThem(DurabilityLevel level) throws Exception {
        for (String system : List.of("kafka", "pulsar")) {
            assertThat(statement(system, level.toString())).isEqualTo(level.named());
        }
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', textBlock = """
            level-1 | settings.kafka.producer.acks=1                | effective level-3, synced, because of settings.kafka.producer.acks=1
            level-2 | settings.kafka.producer.acks=1                | effective level-4, in memory, because of settings.kafka.producer.acks=1
            level-4 | settings.kafka.producer.acks=0                | no effective level, because of settings.kafka.producer.acks=0
            level-1 | settings.kafka.topic.flush.messages=1000      | effective level-2, replicated, because of settings.kafka.topic.flush.messages=1000
            level-3 | settings.kafka.topic.flush.messages=2         | effective level-4, in memory, because of settings.kafka.topic.flush.messages=2
            level-2 | settings.kafka.topic.min.insync.replicas=1    | effective level-4, in memory, because of settings.kafka.topic.min.insync.replicas=1
            level-1 | systems.kafka.replication=1                   | effective level-3, synced, because of systems.kafka.replication=1
            level-2 | systems.kafka.nodes=1                         | effective level-4, in memory, because of systems.kafka.nodes=1
            level-2 | settings.kafka.topic.flush.messages=1         | effective level-1, replicated and synced, because of settings.kafka.topic.flush.messages=1
            level-1 | settings.kafka.producer.acks=1 settings.kafka.topic.flush.messages=9 | effective level-4, in memory, because of settings.kafka.producer.acks=1 and settings.kafka.topic.flush.messages=9
            level-1 | settings.pulsar.broker.bookie.journalSyncData=false | effective level-2, replicated, because of settings.pulsar.broker.bookie.journalSyncData=false
            level-3 | settings.pulsar.broker.bookie.journalWriteData=false | effective level-4, in memory, because of settings.pulsar.broker.bookie.journalWriteData=false
            level-1 | settings.pulsar.topic.bookkeeperAckQuorum=1   | effective level-3, synced, because of settings.pulsar.topic.bookkeeperAckQuorum=1
            level-2 | systems.pulsar.ack-quorum=1                   | effective level-4, in memory, because of systems.pulsar.ack-quorum=1
            level-2 | systems.pulsar.bookies=1                      | effective level-4, in memory, because of systems.pulsar.bookies=1
            level-2 | systems.pulsar.write-quorum=1                 | effective level-4, in memory, because of systems.pulsar.write-quorum=1
            level-4 | systems.pulsar.ack-quorum=2                   | effective level-2, replicated, because of systems.pulsar.ack-quorum=2
            """)
    void aKeyThatChangesTheLevelIsNamed(String level, String keys, String expected) throws Exception {
        String system = keys.contains("kafka") ? "kafka" : "pulsar";
        assertThat(statement(system, level, keys.split(" ")))
                .isEqualTo(DurabilityLevel.named(level).replace(")", "; " + expected + ")"));
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', textBlock = """
            level-2 | settings.kafka.producer.acks=-1
            level-2 | settings.kafka.topic.min.insync.replicas=3
            level-4 | settings.kafka.topic.min.insync.replicas=2
            level-3 | systems.kafka.nodes=1
            level-4 | systems.kafka.replication=1
            """)
    void aKeyThatLeavesTheLevelAloneIsNot(String level, String key) throws Exception {
        assertThat(statement("kafka", level, key)).isEqualTo(DurabilityLevel.named(level));
    }

    @Test
    void theJournalsOfAnExistingPulsarAreNotKnown() throws Exception {
        String[] existing = {
            "systems.pulsar.deployment=existing",
            "systems.pulsar.service.url=pulsar://there:6650",
            "systems.pulsar.admin.url=http://there:8080"
        };
        assertThat(statement("pulsar", "level-1", existing))
                .isEqualTo(
                        "level-1 (replicated and synced; not known: whether the bookies of an existing cluster sync their journals"
                                + " (journalSyncData))");
        assertThat(statement("pulsar", "level-2", existing)).isEqualTo("level-2 (replicated)");
    }

    /** Kafka's settings are known to keep their promises in Kafka only, not in Redpanda. */
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', textBlock = """
            level-1 |                                    | level-1 (replicated and synced; not known: whether Redpanda gives what Kafka does with these settings)
            level-2 | settings.kafka.producer.acks=1     | level-2 (replicated; not known: whether Redpanda gives what Kafka does with these settings)
            level-1 | settings.kafka.producer.acks=0     | level-1 (replicated and synced; no effective level, because of settings.kafka.producer.acks=0)
            """)
    void whatAnotherProductGivesIsNotKnown(String level, @Nullable String keys, String expected) {
        TrialSpec spec = spec("kafka", level, existing(keys == null ? "" : keys));
        assertThat(spec.durabilityStatement()).hasToString(expected);
        EffectiveConfig read = new EffectiveConfig(
                Map.of("topic", Map.of("flush.messages", "7", "min.insync.replicas", "1")), Map.of());
        assertThat(spec.effectiveDurability(read, Optional.empty()))
                .as("what the product reports of topics by Kafka's names decides nothing")
                .isEqualTo(spec.durabilityStatement());
    }

    @Test
    void aProductStandsInTheVersion() {
        assertThat(spec("kafka", "level-1", existing("")).system().serverVersion())
                .isEqualTo("Redpanda (version not known)");
    }

    private static String[] existing(String keys) {
        return ("systems.kafka.deployment=existing systems.kafka.bootstrap.servers=h:1 systems.kafka.product=Redpanda "
                        + keys)
                .strip()
                .split(" ");
    }

    @Test
    void theInMemorySystemGivesLevelFourWhateverIsAsked() throws Exception {
        assertThat(statement("memory", "level-4")).isEqualTo("level-4 (in memory)");
        assertThat(statement("memory", "level-2"))
                .isEqualTo("level-2 (replicated; effective level-4, in memory, because of the in-memory system)");
    }

    @Test
    void whatIsReadBackConfirmsOrContradicts() {
        TrialSpec kafka = spec("kafka", "level-1");

        assertThat(kafka.effectiveDurability(effective("-1", "1", "2"), Optional.empty()))
                .hasToString("level-1 (replicated and synced)");
        assertThat(kafka.effectiveDurability(EffectiveConfig.NONE, Optional.empty()))
                .hasToString("level-1 (replicated and synced)");
        assertThat(kafka.effectiveDurability(effective("-1", "9223372036854775807", "1"), Optional.empty()))
                .hasToString(
                        "level-1 (replicated and synced; effective level-4, in memory, because of topic.min.insync.replicas as read back=1 and "
                                + "topic.flush.messages as read back=9223372036854775807)");
    }

    private static EffectiveConfig effective(String acks, String flush, String inSync) {
        return new EffectiveConfig(
                Map.of(
                        "producer", Map.of("acks", acks),
                        "topic", Map.of("flush.messages", flush, "min.insync.replicas", inSync)),
                Map.of());
    }

    private static String statement(String system, String level, String... keys) {
        return spec(system, level, keys).durabilityStatement().toString();
    }

    private static TrialSpec spec(String system, String level, String... keys) {
        String text = "name: d\nsystems: { " + system + ": {} }\ndurability: " + level + "\n";
        try {
            return ScenarioFile.read("d.yaml", text, Arrays.asList(keys), Set.of())
                    .plan()
                    .trials()
                    .getFirst()
                    .spec();
        } catch (dev.assay.scenario.ScenarioException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }
}
