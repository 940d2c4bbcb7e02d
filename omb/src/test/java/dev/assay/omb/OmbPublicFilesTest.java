package dev.assay.omb;

import static dev.assay.omb.OmbFiles.KAFKA;
import static dev.assay.omb.OmbFiles.WORKLOAD;
import static dev.assay.omb.OmbFiles.fate;
import static dev.assay.omb.OmbFiles.imported;
import static dev.assay.omb.OmbFiles.key;
import static dev.assay.omb.OmbFiles.points;
import static dev.assay.omb.OmbFiles.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is peculiar to drivers and workloads of eight public repositories, in small files of the same shape. */
class OmbPublicFilesTest {
    private static final OmbImport.Choices EXISTING =
            new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());

    /** A form in a browser that offers a map of topic settings; the benchmark refuses the file. */
    @Test
    void topicSettingsAsAMap() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, """
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 3
                topicConfig:
                  min.insync.replicas: 2
                  retention.ms: 600000
                commonConfig: |
                  bootstrap.servers=one:9092
                producerConfig: |
                  acks=all
                consumerConfig: |
                  enable.auto.commit=false
                """);

        assertThat(result.scenario()).isNull();
        assertThat(result.obstacles())
                .extracting(key -> key.source().place() + " " + key.source().name())
                .containsExactly(
                        "folder/file-2.yaml:4 topicConfig.min.insync.replicas",
                        "folder/file-2.yaml:5 topicConfig.retention.ms");
    }

    /** A script's driver with an empty block, and acknowledgements that nobody waits for. */
    @Test
    void anEmptyBlockAndNoAcknowledgements() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, """
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 1
                reset: true
                topicConfig: |
                commonConfig: |
                  bootstrap.servers=one:9092
                  request.timeout.ms=120000
                producerConfig: |
                  acks=0
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=false
                """);
        TrialSpec spec = spec(result);

        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_4);
        assertThat(spec.settings().producer()).containsEntry("acks", "0").containsEntry("linger.ms", "0");
        assertThat(spec.settings().client()).containsEntry("request.timeout.ms", "120000");
    }

    /** A driver whose keys are names of Pulsar's client and not of the benchmark's driver, which takes no notice of them. */
    @Test
    void keysThatTheBenchmarkPassesOver() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, """
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://one:6650
                  httpUrl: http://one:8080
                  numIoThreads: 8
                  memoryLimitMB: 512
                producer:
                  maxPendingMessages: 10000
                  maxPendingMessagesAcrossPartitions: 500000
                consumer:
                  subscriptionType: Shared
                topic:
                  numberOfPartitions: 3
                namespace:
                  replicationClusters: []
                admin:
                  serviceHttpUrl: http://one:8080
                """);

        for (String name : new String[] {
            "client.numIoThreads",
            "client.memoryLimitMB",
            "producer.maxPendingMessages",
            "topic.numberOfPartitions",
            "namespace.replicationClusters",
            "admin.serviceHttpUrl"
        }) {
            assertThat(key(result, name).note()).as(name).startsWith("no key of this driver that Assay knows");
        }
        assertThat(result.scenario()).contains("maxPendingMessages: 0  # assumed", "ack-quorum: 2");
    }

    /** A driver as a library for YAML writes it: words of nothing, and truth values with a capital. */
    @Test
    void whatALibraryForYamlWrites() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, """
                client:
                  authentication: {data: null, plugin: null}
                  persistence: {ackQuorum: 3, deduplicationEnabled: True, ensembleSize: 3, writeQuorum: 3}
                  serviceUrl: pulsar://one:6650
                  tlsAllowInsecureConnection: False
                  tlsTrustCertsFilePath: null
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                producer: {batchingEnabled: True, pendingQueueSize: 1000}
                """);

        assertThat(result.scenario()).contains("deduplicationEnabled: true", "batchingEnabled: true", "ack-quorum: 3");
        assertThat(fate(result, "client.tlsAllowInsecureConnection")).isEqualTo(KeyFate.MAPPED);
        assertThat(fate(result, "client.authentication.data")).isEqualTo(KeyFate.MAPPED);
    }

    /** A cluster's servers in one text, and no number of copies. */
    @Test
    void serversOfNatsWithoutASchemeAndCopies() throws ScenarioException, ImportException {
        String driver = """
                driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                natsHostUrl: one:4222,two:4222, nats://three:4222
                """;

        assertThat(imported(EXISTING, WORKLOAD, driver).scenario())
                .contains("url: \"nats://one:4222,nats://two:4222,nats://three:4222\"", "replication: 1 ");
        assertThat(spec(imported(WORKLOAD, driver)).durability()).isEqualTo(DurabilityLevel.LEVEL_4);
    }

    /** Variables of the shell that starts the clients. */
    @Test
    void namesOfMachinesAreFilledInByWhoeverStartsTheBenchmark() throws ScenarioException, ImportException {
        String driver = KAFKA.replace("localhost:9092", "one:9092\n  client.id=zone=${ZONE_HINT},${HOSTNAME}")
                .replace("enable.auto.commit=false", "enable.auto.commit=true");

        assertThatThrownBy(() -> imported(WORKLOAD, driver))
                .hasMessageContainingAll("folder/file-2.yaml:8: ${ZONE_HINT}", "${HOSTNAME}", "--var ZONE_HINT=VALUE");
        OmbImport.Choices filled = new OmbImport.Choices(
                Map.of("ZONE_HINT", "a", "HOSTNAME", "b"), false, Optional.empty(), Optional.empty());
        assertThat(spec(imported(filled, WORKLOAD, driver)).settings().client()).containsEntry("client.id", "zone=a,b");
    }

    /** A managed service's driver, whose keys are files on the workers. */
    @Test
    void keysInFilesOnTheWorkersAreKept() throws ScenarioException, ImportException {
        String driver = KAFKA.replace(
                "localhost:9092",
                "one:9092\n  security.protocol=SSL\n  ssl.keystore.type=PEM\n  ssl.keystore.location=/opt/service.pem"
                        + "\n  ssl.truststore.type=PEM\n  ssl.truststore.location=/opt/ca.pem");

        ImportResult result = imported(EXISTING, WORKLOAD, driver);

        assertThat(result.secrets()).isEmpty();
        assertThat(spec(result).settings().client())
                .containsEntry("ssl.keystore.location", "/opt/service.pem")
                .containsEntry("ssl.truststore.location", "/opt/ca.pem");
    }

    /** The shipped credentials of a fresh server are a login as well. */
    @Test
    void theUsualLoginIsALogin() throws ScenarioException, ImportException {
        ImportResult result = imported(EXISTING, WORKLOAD, """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris:
                  - amqp://guest:guest@one:5672
                messagePersistence: false
                queueType: CLASSIC
                """);

        assertThat(points(result)).hasSize(1);
        assertThat(result.secrets()).containsValue("rabbitmq.uri.secret");
    }

    /** Workloads of other systems' drivers have the same keys, and one driver with transactions has no counterpart. */
    @Test
    void aDriverWithTransactionsIsRefused() throws ScenarioException, ImportException {
        ImportResult result =
                imported(WORKLOAD, KAFKA.replace("kafka.KafkaBenchmarkDriver", "redpanda.tx.RedpandaBenchmarkDriver"));

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result))
                .contains("folder/file-2.yaml:2: driverClass", "Assay has no driver that does what this one does");
    }
}
