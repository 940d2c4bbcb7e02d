package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that all mistakes of a file, of whatever kind, are reported at once. */
class OneRoundTest {
    private static List<Problem> problems(String text) {
        return catchThrowableOfType(
                        ScenarioException.class, () -> ScenarioFile.read("x.yaml", text, List.of(), Set.of()))
                .problems()
                .list();
    }

    private static List<String> what(String text) {
        return problems(text).stream()
                .map(problem -> problem.line() + ": " + problem.what())
                .toList();
    }

    @Test
    void twentyMistakesOfAllKindsAreToldAtOnce() {
        List<String> told = what("""
                name: mistakes
                systems:
                  kafka: { nodes: 1, replication: 3, heep: 1 GiB }
                  rabbitmq: { prefetch: many, version: "4" }
                  nats: { nodes: 3 }
                durability: level-3
                workload:
                  partitions: 4
                  rate: 1000 per second
                  message: { size: 2 MB, payload: noise }
                  producers: 0
                  groups: { late: { start-at: catchup, consumers: 1 } }
                  batchng: { linger: 1 ms }
                phases:
                  fill: { for: 10 s, until: { caught-up: nobody } }
                  read: { for: ten }
                events: { kill: { at: 1 h, fault: kill-won } }
                repeat: often
                settings:
                  kafka:
                    client: { security.protocol: SASL_PLAINTEXT, sasl.jaas.config: "x required password=\\"hunter2\\";" }
                    producer: { linger.ms: 5ms, lingr.ms: 1, compression.type: brotli, enable.idempotence: true, max.in.flight.requests.per.connection: 10 }
                    topic: { retention.ms: 1000 }
                  nats:
                    broker: { max_payload: 4 apples }
                    topic: { max_age: 1 s }
                  pulsar: {}
                """);

        assertThat(String.join("\n", told))
                .contains(
                        "3: systems.kafka: replication is 3, but there are only 1 nodes",
                        "3: systems.kafka has no key 'heep'",
                        "4: systems.rabbitmq.prefetch: ",
                        "9: workload.rate: ",
                        "10: workload.message.payload: ",
                        "11: workload: producers must be between 1 and ",
                        "13: workload has no key 'batchng'",
                        "16: phases.read.for: ",
                        "17: events.kill.fault: ",
                        "18: repeat: ",
                        "21: settings.kafka.client.security.protocol: it is SASL_PLAINTEXT",
                        "21: sasl.jaas.config: a secret can't stand here",
                        "22: settings.kafka.producer.linger.ms: must be a whole number of milliseconds, but is '5ms'",
                        "22: settings.kafka.producer.lingr.ms: not a producer setting known to",
                        "22: settings.kafka.producer.compression.type: must be one of gzip, lz4, none, snappy, zstd",
                        "22: settings.kafka.producer.max.in.flight.requests.per.connection: must be at most 5, but is 10",
                        "23: settings.kafka.topic.retention.ms: must be -1, or at least 86400000 (a day)",
                        "25: settings.nats.broker.max_payload: must be a whole number",
                        "26: settings.nats.topic.max_age: ",
                        "27: there are settings for pulsar, but it is not among the systems")
                .doesNotContain("hunter2");
        assertThat(told).hasSizeBetween(20, 24);
    }

    @Test
    void theTwentiethVariantIsHeldAgainstItsSystemAsTheFirst() {
        String variants = IntStream.rangeClosed(1, 20)
                .mapToObj(i -> "    v%d: { settings: { kafka: { producer: { lingr%d.ms: 1 } } } }".formatted(i, i))
                .collect(Collectors.joining("\n"));

        List<String> told = what("""
                name: variants
                systems: { kafka: {} }
                workload: { rate: fast }
                variants:
                  one:
                %s
                """.formatted(variants));

        assertThat(told)
                .hasSize(21)
                .anySatisfy(one -> assertThat(one).startsWith("25: settings.kafka.producer.lingr20.ms"));
    }

    /** A problem with the default that replaces a wrong value would be reported beside the user's mistake. */
    @Test
    void nothingIsSaidOfWhatStandsInForAMistake() {
        assertThat(what("""
                name: x
                systems: { kafka: { deployment: exsting, bootstrap.servers: "a:9092" } }
                settings: { kafka: { client: { security.protocol: SASL_SSL } } }
                """)).hasSize(1).first().asString().contains("systems.kafka.deployment");
        assertThat(what("""
                name: x
                systems: { kafka: {} }
                workload: { message: { size: 20 apples } }
                settings: { kafka: { producer: { max.request.size: 600 } } }
                """)).hasSize(1).first().asString().contains("workload.message.size");
        assertThat(what("""
                name: x
                systems: { kafka: {} }
                phases: { fill: { for: ten }, read: { for: 10 s } }
                events: { kill: { in: fill, at: 1 s, fault: kill-one } }
                """)).allSatisfy(one -> assertThat(one).doesNotContain("not one of the phases"));
    }
}
