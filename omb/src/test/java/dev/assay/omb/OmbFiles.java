package dev.assay.omb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.TrialPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Holds files of the OpenMessaging Benchmark, and finds parts of the results of importing them. */
final class OmbFiles {
    static final OmbImport.Choices NONE = new OmbImport.Choices(Map.of(), false, Optional.empty(), Optional.empty());

    static final String WORKLOAD = """
            name: one of many
            topics: 1
            partitionsPerTopic: 16
            messageSize: 1024
            useRandomizedPayloads: true
            randomBytesRatio: 0.5
            randomizedPayloadPoolSize: 1000
            subscriptionsPerTopic: 1
            consumerPerSubscription: 4
            producersPerTopic: 2
            producerRate: 50000
            consumerBacklogSizeGB: 0
            warmupDurationMinutes: 2
            testDurationMinutes: 5
            """;

    static final String KAFKA = """
            name: log
            driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
            replicationFactor: 3
            topicConfig: |
              min.insync.replicas=2
            commonConfig: |
              bootstrap.servers=localhost:9092
            producerConfig: |
              acks=all
              linger.ms=1
              batch.size=131072
            consumerConfig: |
              auto.offset.reset=earliest
              enable.auto.commit=false
              max.partition.fetch.bytes=10485760
            """;

    static final String PULSAR = """
            name: segments
            driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
            client:
              serviceUrl: pulsar://localhost:6650
              httpUrl: http://localhost:8080
              ioThreads: 8
              connectionsPerBroker: 8
              clusterName: local
              namespacePrefix: benchmark/ns
              topicType: persistent
              persistence:
                ensembleSize: 3
                writeQuorum: 3
                ackQuorum: 2
                deduplicationEnabled: false
              tlsAllowInsecureConnection: false
              tlsTrustCertsFilePath:
              authentication:
                plugin:
                data:
            producer:
              batchingEnabled: true
              batchingMaxPublishDelayMs: 1
              batchingMaxBytes: 131072
              blockIfQueueFull: true
              pendingQueueSize: 1000
            consumer:
              receiverQueueSize: 10000
              subscriptionType: Failover
            """;

    static final String RABBITMQ = """
            name: queues
            driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
            producerCreationDelay: 100
            amqpUris:
              - amqp://localhost
            messagePersistence: true
            queueType: QUORUM
            """;

    static final String NATS = """
            name: subjects
            driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
            natsHostUrl: localhost:4222
            replicationFactor: 3
            """;

    private OmbFiles() {}

    static ImportResult imported(String... texts) throws ScenarioException, ImportException {
        return imported(NONE, texts);
    }

    static ImportResult imported(OmbImport.Choices choices, String... texts) throws ScenarioException, ImportException {
        List<ForeignFile> files = new ArrayList<>();
        for (String text : texts) {
            files.add(new ForeignFile("folder/file-" + (files.size() + 1) + ".yaml", text));
        }
        return OmbImport.of(files, choices);
    }

    /** Reads the resulting scenario again, and returns its points. */
    static List<TrialPoint> points(ImportResult result) throws ScenarioException {
        assertThat(result.obstacles()).as(ImportText.of(result)).isEmpty();
        return ScenarioFile.read(
                        "made.yaml",
                        Objects.requireNonNull(result.scenario()),
                        List.of(),
                        Set.of(),
                        List.of(),
                        path -> "body\n")
                .points();
    }

    /** Returns the trial of the only point. */
    static TrialSpec spec(ImportResult result) throws ScenarioException {
        List<TrialPoint> points = points(result);
        assertThat(points).hasSize(1);
        return points.getFirst().spec();
    }

    static List<ImportedKey> keys(ImportResult result, String name) {
        return result.keys().stream()
                .filter(key -> key.source().name().equals(name))
                .toList();
    }

    /** Returns the only key with that name. */
    static ImportedKey key(ImportResult result, String name) {
        assertThat(keys(result, name)).as(name + " in " + ImportText.of(result)).hasSize(1);
        return keys(result, name).getFirst();
    }

    static KeyFate fate(ImportResult result, String name) {
        return key(result, name).fate();
    }

    /** Returns the value, which must be present. */
    static <V> V at(Map<String, V> map, String name) {
        return Objects.requireNonNull(map.get(name), name + " in " + map.keySet());
    }
}
