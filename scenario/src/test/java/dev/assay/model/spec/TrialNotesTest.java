package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialNotesTest {
    private static Map<String, String> notes(String systems, String workload) throws ScenarioException {
        return ScenarioFile.read("x.yaml", """
                        name: x
                        systems: { %s }
                        durability: level-4
                        workload: { %s }
                        """.formatted(systems, workload), List.of(), Set.of())
                .points()
                .getFirst()
                .spec()
                .notes();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka:                                  | 4 | 2
            kafka:                                  | 2 | 0
            memory:                                 | 4 | 2
            pulsar:                                 | 3 | 1
            pulsar: { subscription-type: shared }   | 4 | 0
            nats: { nodes: 1 }                      | 4 | 0
            rabbitmq: { nodes: 1, queue: classic }  | 4 | 0
            """)
    void consumersWithoutAPartitionAreSaid(String system, int consumers, int idle) throws ScenarioException {
        Map<String, String> notes = notes(system, "partitions: 2, consumers: " + consumers);

        assertThat(notes)
                .isEqualTo(
                        idle == 0
                                ? Map.of()
                                : Map.of(
                                        "consumers of tail",
                                        idle + " of " + consumers
                                                + " have no partition and receive nothing: a topic has 2, and each partition has one consumer of a subscription"));
    }

    @Test
    void eachGroupIsLookedAtAndQueuesHaveNoPartitions() throws ScenarioException {
        assertThat(
                        notes(
                                "kafka:",
                                "partitions: 2, groups: { a: { consumers: 5 }, b: { consumers: 2 }, c: { consumers: 5, queue: true } }"))
                .containsOnlyKeys("consumers of a");
    }

    private static Map<String, String> notesOf(String text) throws ScenarioException {
        return ScenarioFile.read("x.yaml", "name: x\ndurability: level-4\n" + text, List.of(), Set.of())
                .points()
                .getFirst()
                .spec()
                .notes();
    }

    /** In jnats 2.26.2 an acknowledgement expires after one to two periods of its clean-up. */
    @Test
    void aDrainThatIsTooShortForAcknowledgementsOfNatsIsSaid() throws ScenarioException {
        String nats = "systems: { nats: { nodes: 1 } }\ntiming: { drain: %s }\n";
        assertThat(notesOf(nats.formatted("10 s")))
                .isEqualTo(
                        Map.of(
                                "timing.drain",
                                "10 s, but the client waits for an acknowledgement for 30 s to twice as long: a message that has none when the drain is over has no outcome"));
        assertThat(notesOf(nats.formatted("30 s"))).isEmpty();

        String own = "settings: { nats: { client: { io.nats.client.cleanupinterval: %d } } }\n";
        assertThat(notesOf(nats.formatted("10 s") + own.formatted(5_000))).isEmpty();
        assertThat(notesOf(nats.formatted("30 s") + own.formatted(40_000)))
                .hasEntrySatisfying("timing.drain", note -> assertThat(note).contains("for 40 s to twice as long"));
    }

    /** In kafka-clients 4.3.1 a share consumer gets its partitions with its second heartbeat. */
    @Test
    void aShareGroupThatJoinsWhileTheLoadRunsReadsNothingForSomeSeconds() throws ScenarioException {
        String kafka = "systems: { kafka: { nodes: 1 } }\nworkload: { groups: { work: { queue: true%s } } }\n%s";
        String late = "phases: { fill: { for: 10 s }, read: { for: 20 s } }\n";
        String paused = "events: { stop: { at: 1 s, pause: work }, go: { at: 9 s, resume: work } }\n";

        assertThat(notesOf(kafka.formatted("", ""))).isEmpty();
        assertThat(notesOf(kafka.formatted(", start-at: read", late))).containsOnlyKeys("workload.groups.work");
        assertThat(notesOf(kafka.formatted("", paused)))
                .hasEntrySatisfying(
                        "workload.groups.work", note -> assertThat(note).contains("a bit more than 5 s"));
        assertThat(notesOf(kafka.formatted("", paused).replace("queue: true", "queue: false")))
                .isEmpty();
    }

    @Test
    void aQuorumQueueTakesMoreThanItsLimit() throws ScenarioException {
        String full = """
                systems: { rabbitmq: { nodes: 1, queue: %s } }
                settings: { rabbitmq: { topic: { x-max-length: 1000, x-overflow: reject-publish } } }
                """;
        assertThat(notesOf(full.formatted("quorum"))).containsOnlyKeys("settings.rabbitmq.topic.x-max-length");
        assertThat(notesOf(full.formatted("classic"))).isEmpty();
    }

    @Test
    void aSingleActiveConsumerLeavesOthersStanding() throws ScenarioException {
        assertThat(ScenarioFile.read("x.yaml", """
                                name: x
                                systems: { rabbitmq: { nodes: 1, queue: classic } }
                                durability: level-4
                                workload: { partitions: 2, consumers: 2 }
                                settings: { rabbitmq: { topic: { x-single-active-consumer: true } } }
                                """, List.of(), Set.of())
                        .points()
                        .getFirst()
                        .spec()
                        .notes())
                .containsEntry(
                        "settings.rabbitmq.topic.x-single-active-consumer",
                        "each queue has one consumer of a subscription at a time; the others stand by, and may receive nothing");
    }
}
