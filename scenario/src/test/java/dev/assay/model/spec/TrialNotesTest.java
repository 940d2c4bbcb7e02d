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
