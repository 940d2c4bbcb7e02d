package dev.assay.omb;

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

/**
 * Imports drivers and workloads of public repositories on GitHub, with the keys and values of the files named here, but without
 * comments, and with other addresses and logins. The results of all keys are counted, so that no change goes unnoticed.
 */
class OmbPublicFilesTest {
    private static final OmbImport.Choices EXISTING =
            new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());

    /** Copies redpanda-data/openmessaging-benchmark (359c413), workloads/1-topic-288-partitions-1000mb-4p-4c.yaml. */
    private static final String OF_REDPANDA = """
            name: 1000mb/sec rate; 4 producers 4 consumers; 1 topic with 288 partitions
            topics: 1
            partitionsPerTopic: 288
            messageSize: 1024
            useRandomizedPayloads: true
            randomBytesRatio: 0.5
            randomizedPayloadPoolSize: 1000
            subscriptionsPerTopic: 1
            consumerPerSubscription: 4
            producersPerTopic: 4
            producerRate: 1000000
            consumerBacklogSizeGB: 0
            testDurationMinutes: 30
            """;

    /** Copies Vanlightly/openmessaging-benchmark-custom (688b991), workloads/test-1-topic-1-partition-1kb.yaml. */
    private static final String OF_VANLIGHTLY = """
            name: 1 topic / 1 partition / 1Kb
            topics: 1
            partitionsPerTopic: 1
            keyDistributor: "NO_KEY"
            messageSize: 1024
            payloadFile: "payload/payload-1Kb.data"
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            producersPerTopic: 1
            producerRate: 2000
            consumerBacklogSizeGB: 0
            testDurationMinutes: 2
            warmupDurationMinutes: 1
            """;

    /** Copies AutoMQ/openmessaging-benchmark (4c8e01a), driver-automq-for-kafka/driver.yaml. */
    private static final String AUTOMQ = """
            name: AutoMQ-for-Kafka
            driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
            replicationFactor: 3
            reset: false
            topicConfig: |
              min.insync.replicas=2
              flush.messages=1
              retention.ms=86400000
            commonConfig: |
              bootstrap.servers=one:9092
            producerConfig: |
              acks=all
              linger.ms=1
              batch.size=65536
            consumerConfig: |
              auto.offset.reset=earliest
              enable.auto.commit=true
            """;

    /** Copies AutoMQ/openmessaging-benchmark (4c8e01a), driver-automq-for-kafka/workloads/partition-reassignment.yaml. */
    private static final String OF_AUTOMQ = """
            name: 2-topic-1_4-partitions-4kb-4p4c-40_10m
            topics: 2
            partitionsPerTopic: 1
            partitionsPerTopicList: [1, 4]
            messageSize: 4096
            payloadFile: "payload/payload-4Kb.data"
            subscriptionsPerTopic: 1
            consumerPerSubscription: 4
            producersPerTopic: 4
            producersPerTopicList: [4, 1]
            producerRate: 12800
            consumerBacklogSizeGB: 0
            warmupDurationMinutes: 0
            testDurationMinutes: 40
            logIntervalMillis: 1000
            """;

    /**
     * Uses the output of ematiq/benchmarks/kafka/3_brokers_zookeeper/ematiq-workload-acks-0.sh in
     * EmatiqCom/openmessaging-benchmark-custom (86d7f61).
     */
    @Test
    void anEmptyBlockAndNoAcknowledgements() throws ScenarioException, ImportException {
        ImportResult result = imported("""
                name: 100_topics_1_partition_1Kb_zookeper_3_brokers_acks_0
                topics: 100
                partitionsPerTopic: 1
                messageSize: 1024
                payloadFile: "payload/payload-1Kb.data"
                subscriptionsPerTopic: 2
                consumerPerSubscription: 1
                producersPerTopic: 2
                producerRate: 500
                consumerBacklogSizeGB: 0
                testDurationMinutes: 25
                warmupDurationMinutes: 5
                """, """
                name: Kafka
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 3
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

        assertCounts(result, "18 mapped, 3 differ, 0 refused, 5 assumed");
        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_4);
        assertThat(spec.settings().producer()).containsEntry("acks", "0").containsEntry("linger.ms", "0");
        assertThat(spec.settings().client()).containsEntry("request.timeout.ms", "120000");
        assertThat(spec.workload().topics()).isEqualTo(100);
        assertThat(spec.workload().subscriptions()).isEqualTo(2);
    }

    @Test
    void topicsOfDifferentSizesAreRefused() throws ScenarioException, ImportException {
        ImportResult result = imported(OF_AUTOMQ, AUTOMQ);

        assertCounts(result, "22 mapped, 3 differ, 3 refused, 3 assumed");
        assertThat(result.scenario()).isNull();
        assertThat(result.obstacles())
                .extracting(key -> key.source().place() + " " + key.source().name())
                .containsExactly(
                        "folder/file-1.yaml:4 partitionsPerTopicList", "folder/file-1.yaml:10 producersPerTopicList");
    }

    /** Uses AutoMQ/openmessaging-benchmark (4c8e01a), driver-automq-for-kafka/workloads/auto-scaling.yaml. */
    @Test
    void ratesByTheTimeOfTheDayAreRefused() throws ScenarioException, ImportException {
        ImportResult result = imported("""
                name: 1-topic-256-partitions-4kb-4p4c-dynamic
                topics: 1
                partitionsPerTopic: 256
                messageSize: 4096
                payloadFile: "payload/payload-4Kb.data"
                subscriptionsPerTopic: 1
                consumerPerSubscription: 4
                producersPerTopic: 4
                producerRate: 19200
                producerRateList:
                  - [ 4,  0,  10240]
                  - [ 4, 30, 204800]
                  - [ 5,  0,  10240]
                  - [10,  0,  10240]
                  - [10, 30, 307200]
                  - [11,  0,  10240]
                consumerBacklogSizeGB: 0
                warmupDurationMinutes: 30
                testDurationMinutes: 1800
                """, AUTOMQ);

        assertCounts(result, "20 mapped, 3 differ, 3 refused, 3 assumed");
        assertThat(ImportText.obstacles(result))
                .contains("folder/file-1.yaml:11: producerRateList", "rates by the hour and minute of the day");
    }

    /** Uses AutoMQ/openmessaging-benchmark (4c8e01a), driver-automq-for-kafka/workloads/catch-up-read.yaml. */
    @Test
    void aBacklogIsAGroupThatPauses() throws ScenarioException, ImportException {
        ImportResult result = imported("""
                name: 1-topic-1000-partitions-4kb-4p4c-800m-backlog-4096g
                topics: 1
                partitionsPerTopic: 1000
                messageSize: 4096
                payloadFile: "payload/payload-4Kb.data"
                subscriptionsPerTopic: 1
                consumerPerSubscription: 4
                producersPerTopic: 4
                producerRate: 204800
                consumerBacklogSizeGB: 4096
                warmupDurationMinutes: 5
                testDurationMinutes: 10
                """, AUTOMQ);

        assertCounts(result, "21 mapped, 4 differ, 0 refused, 4 assumed");
        assertThat(spec(result).durability()).isEqualTo(DurabilityLevel.LEVEL_1);
        assertThat(spec(result).settings().topic()).containsEntry("retention.ms", "86400000");
        assertThat(fate(result, "consumerBacklogSizeGB")).isEqualTo(KeyFate.DIFFERS);
    }

    /**
     * Uses workloads/w-1GiB-3xfanout.yaml and drivers/diskless-high-throughput.yaml in deployment/cloud-vm of
     * aiven/openmessaging-benchmark (b48940a, bc9a93d).
     */
    @Test
    void aTemplateOfADriverWhoseKeysAreFilesOnTheWorkers() throws ScenarioException, ImportException {
        String workload = """
                name: 'w-1GiB-3xfanout'
                warmupDurationMinutes: 10
                testDurationMinutes: 120
                topics: 4
                partitionsPerTopic: 144
                producerRate: 1048576
                messageSize: 1024
                useRandomizedPayloads: true
                randomBytesRatio: 0.8
                randomizedPayloadPoolSize: 1000
                consumerBacklogSizeGB: 0
                producersPerTopic: 36
                subscriptionsPerTopic: 3
                consumerPerSubscription: 36
                """;
        String driver = """
                name: {{ svc_name }}
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                topicConfig: |
                  diskless.enable=true
                replicationFactor: 1
                commonConfig: |
                  bootstrap.servers={{ kafka_service_uri }}
                  security.protocol=SSL
                  ssl.keystore.type=PEM
                  ssl.keystore.location=/opt/benchmark/plans/drivers/{{ svc_name }}-service.pem
                  ssl.truststore.type=PEM
                  ssl.truststore.location=/opt/benchmark/plans/drivers/{{ svc_name }}-ca.pem
                  client.id=omb,diskless_az={zone.id}
                  metadata.recovery.strategy=rebootstrap
                  metadata.max.age.ms=60000
                producerConfig: |
                  linger.ms=100
                  batch.size=1000000
                  max.request.size=4000000
                consumerConfig: |
                  auto.offset.reset=earliest
                  max.partition.fetch.bytes=8000000
                  fetch.max.bytes=64000000
                  fetch.max.wait.ms=500
                  fetch.min.bytes=4000000
                """;

        assertThatThrownBy(() -> imported(workload, driver))
                .hasMessageContainingAll(
                        "folder/file-2.yaml:7: {{ kafka_service_uri }}", "or give --var svc_name=VALUE");
        Map<String, String> variables = Map.of("svc_name", "log", "kafka_service_uri", "one:9092");
        ImportResult result =
                imported(new OmbImport.Choices(variables, true, Optional.empty(), Optional.empty()), workload, driver);
        assertCounts(result, "32 mapped, 1 differ, 2 refused, 6 assumed");
        assertThat(spec(result).settings().client())
                .containsEntry("ssl.keystore.location", "/opt/benchmark/plans/drivers/log-service.pem")
                .containsEntry("ssl.truststore.location", "/opt/benchmark/plans/drivers/log-ca.pem");
        assertThat(result.secrets()).isEmpty();
        assertThat(key(result, "client.id").note()).contains("the benchmark fills in {zone.id} while it runs");
        assertThat(key(result, "diskless.enable").note()).contains("not a topic setting known to kafka-clients");
        assertThat(ImportText.of(result)).contains("min.insync.replicas=1, 1 copy, no flush.messages");
    }

    /** Uses aklivity/openmessaging-benchmark (a28f691), driver-kafka/zilla-ccloud-background-commit.yaml. */
    @Test
    void aLoginAndAPasswordAreNotCopied() throws ScenarioException, ImportException {
        String driver = """
                name: Kafka
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 3
                reset: true
                skipCreateTopic: false
                topicConfig: |
                  min.insync.replicas=2
                commonConfig: |
                  bootstrap.servers=one:9092
                  sasl.mechanism=PLAIN
                  sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="ann" password="hidden-word";
                  security.protocol=SASL_SSL
                  ssl.truststore.location=/opt/benchmark/zilla.client.truststore.jks
                  ssl.truststore.password=hidden-too
                  ssl.endpoint.identification.algorithm=https
                  request.timeout.ms=300000
                  max.in.flight.requests.per.connection=5
                producerConfig: |
                  acks=all
                  linger.ms=10
                  socket.connection.setup.timeout.ms=60000
                  socket.connection.setup.timeout.max.ms=600000
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=true
                  max.partition.fetch.bytes=10485760
                """;

        ImportResult existing = imported(EXISTING, OF_REDPANDA, driver);
        assertCounts(existing, "32 mapped, 2 differ, 1 refused, 6 assumed");
        assertThat(existing.secrets().values())
                .containsExactly("kafka.client.sasl.jaas.config.secret", "kafka.client.ssl.truststore.password.secret");
        assertThat(existing.scenario() + ImportText.of(existing)).doesNotContain("hidden-");
        ImportResult started = imported(OF_REDPANDA, driver);
        assertCounts(started, "25 mapped, 3 differ, 7 refused, 5 assumed");
        assertThat(key(started, "ssl.truststore.password").note()).contains("--existing keeps it");
    }

    /**
     * Uses Vanlightly/openmessaging-benchmark-custom (688b991),
     * driver-kafka/kafka_no-sync_rf-3_minisr-2_acks-all_linger-1ms_min-req.yaml.
     */
    @Test
    void whatTheClientWouldRefuseIsLeftOut() throws ScenarioException, ImportException {
        ImportResult result = imported(OF_VANLIGHTLY, """
                name: Kafka
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 3
                reset: true
                topicConfig: |
                  min.insync.replicas=2
                commonConfig: |
                  bootstrap.servers=one:9092
                  request.timeout.ms=120000
                producerConfig: |
                  acks=all
                  linger.ms=1
                  batch.size=131072
                  enable.idempotence=true
                  max.in.flight.requests.per.connection=10
                  retries=2147483647
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=false
                  offsetCommitLingerMs=5000
                  max.partition.fetch.bytes=131072
                """);

        assertCounts(result, "24 mapped, 5 differ, 1 refused, 3 assumed");
        assertThat(key(result, "max.in.flight.requests.per.connection").note())
                .contains("must be at most 5", "enable.idempotence: true");
        assertThat(spec(result).settings().consumer()).containsEntry("auto.commit.interval.ms", "5000");
    }

    /**
     * Uses vuldin/redpanda-tiered-storage-tuning (1199643, b84fb74), driver/driver-read-path.yaml and
     * workloads/read-path-stress-backlog.yaml.
     */
    @Test
    void aClientThatDoesNotCommitHasNoInterval() throws ScenarioException, ImportException {
        ImportResult result = imported(EXISTING, """
                name: Tiered storage read-path stress (backlog build, then drain)
                topics: 1
                partitionsPerTopic: 12
                keyDistributor: "NO_KEY"
                messageSize: 4096
                useRandomizedPayloads: true
                randomBytesRatio: 0.5
                randomizedPayloadPoolSize: 1000
                subscriptionsPerTopic: 1
                consumerPerSubscription: 2
                producersPerTopic: 4
                producerRate: 2000000
                consumerBacklogSizeGB: 500
                warmupDurationMinutes: 5
                testDurationMinutes: 30
                """, """
                name: redpanda-tiered-storage-read-path
                driverClass: io.openmessaging.benchmark.driver.redpanda.RedpandaBenchmarkDriver
                replicationFactor: 3
                reset: true
                topicConfig: |
                  min.insync.replicas=2
                  retention.local.target.bytes=268435456
                commonConfig: |
                  bootstrap.servers=one:9092
                producerConfig: |
                  acks=all
                  linger.ms=5
                  batch.size=131072
                  compression.type=none
                consumerConfig: |
                  group.id=benchGroup
                  auto.offset.reset=earliest
                  enable.auto.commit=false
                  auto.commit.interval.ms=0
                  max.partition.fetch.bytes=1048576
                """);

        assertCounts(result, "24 mapped, 4 differ, 3 refused, 5 assumed");
        assertThat(spec(result).settings().consumer()).doesNotContainKey("auto.commit.interval.ms");
        assertThat(key(result, "auto.commit.interval.ms").note())
                .isEqualTo("the client does not commit there (enable.auto.commit=false)");
        assertThat(spec(result).system().serverVersion()).isEqualTo("Redpanda (version not known)");
    }

    /** Uses redpanda-data/openmessaging-benchmark (cf1482e), driver-redpanda/redpanda-ack-all-linger-1ms-eod-true.yaml. */
    @Test
    void groupsOfEachWorkerAreSaid() throws ScenarioException, ImportException {
        ImportResult result = imported(OF_REDPANDA, """
                name: ack-all-linger-1ms-eod-true
                driverClass: io.openmessaging.benchmark.driver.redpanda.swarm.RedpandaBenchmarkDriver
                replicationFactor: 3
                reset: true
                topicConfig: |
                commonConfig: |
                  bootstrap.servers=one:9092
                  request.timeout.ms=300000
                producerConfig: |
                  acks=all
                  linger.ms=1
                  batch.size=131072
                  max.in.flight.requests.per.connection=5
                  enable.idempotence=true
                consumerConfig: |
                  group.id=benchGroup
                  auto.offset.reset=earliest
                  enable.auto.commit=false
                  max.partition.fetch.bytes=131072
                """);

        assertCounts(result, "23 mapped, 4 differ, 1 refused, 5 assumed");
        assertThat(points(result)).hasSize(1);
        assertThat(result.scenario()).contains("acknowledgement: poll  # enable.auto.commit: false");
        assertThat(ImportText.of(result)).contains("each worker has a group of its own for each subscription");
    }

    /** Uses redpanda-data/openmessaging-benchmark (646c9df), driver-redpanda/redpanda-ack-all-tx-2.yaml. */
    @Test
    void aDriverWithTransactionsIsRefused() throws ScenarioException, ImportException {
        ImportResult result = imported(OF_REDPANDA, """
                name: Redpanda-exactly-once
                driverClass: io.openmessaging.benchmark.driver.redpanda.tx.RedpandaBenchmarkDriver
                replicationFactor: 3
                reset: true
                requestsPerTransaction: 2
                topicConfig: |
                commonConfig: |
                  bootstrap.servers=one:9092
                producerConfig: |
                  enable.idempotence=true
                  max.in.flight.requests.per.connection=1
                  retries=2147483647
                  acks=all
                  linger.ms=1
                  batch.size=131072
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=false
                """);

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result))
                .contains("folder/file-2.yaml:2: driverClass", "Assay has no driver that does what this one does");
    }

    /** Uses pravega/openmessaging-benchmark (0817a2a, 4a92e6d), workloads/custom-payload-idrac.yaml and driver-pulsar/pulsar.yaml. */
    @Test
    void aKeyOfAForkThatNoReaderKnows() throws ScenarioException, ImportException {
        ImportResult result = imported("""
                name: custom payload idrac
                topics: 1
                partitionsPerTopic: 1
                keyDistributor: "NO_KEY"
                messageSize: 2727
                payloadFile: "payload/custom-payload-idrac.data"
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                producersPerTopic: 1
                producerRate: 10000
                consumerBacklogSizeGB: 0
                testDurationMinutes: 15
                """, """
                name: Pulsar
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://one:6650
                  httpUrl: http://one:8080
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
                  tlsEnableHostnameVerification: false
                  tlsTrustCertsFilePath:
                  authentication:
                    plugin:
                    data:
                producer:
                  batchingEnabled: true
                  batchingMaxPublishDelayMs: 1
                  blockIfQueueFull: true
                  pendingQueueSize: 10000
                enableTiering: false
                """);

        assertCounts(result, "27 mapped, 4 differ, 4 refused, 8 assumed");
        assertThat(key(result, "enableTiering").note()).startsWith("no key of this driver that Assay knows");
        assertThat(spec(result).workload().message().size()).hasToString("2727 B");
        assertThat(spec(result).settings().producer()).containsEntry("maxPendingMessages", "10000");
    }

    /**
     * Uses SravanthiAshokKumar/openmessaging-benchmark (79e2ae7, 48ee8d1), workloads/1-topic-1-partition-1kb.yaml and
     * driver-pulsar/pulsar.yaml.
     */
    @Test
    void topicsThatAreNotKeptAreRefused() throws ScenarioException, ImportException {
        ImportResult result = imported(EXISTING, """
                name: 1 topic / 1 partition / 1Kb
                topics: 10
                partitionsPerTopic: 1
                keyDistributor: "NO_KEY"
                messageSize: 1024
                payloadFile: "payload/payload-1Kb.data"
                subscriptionsPerTopic: 4
                consumerPerSubscription: 1
                producersPerTopic: 4
                producerRate: 400
                consumerBacklogSizeGB: 0
                testDurationMinutes: 3
                """, """
                name: Pulsar
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://one:6650
                  httpUrl: http://one:8080
                  ioThreads: 8
                  connectionsPerBroker: 8
                  clusterName: local
                  namespacePrefix: benchmark/ns-namespace
                  topicType: non_persistent
                  createNamespace: true
                  tlsAllowInsecureConnection: false
                  tlsEnableHostnameVerification: false
                  tlsTrustCertsFilePath:
                  authentication:
                    plugin:
                    data:
                producer:
                  batchingEnabled: true
                  batchingMaxPublishDelayMs: 1
                  blockIfQueueFull: true
                  pendingQueueSize: 10000
                """);

        assertCounts(result, "24 mapped, 2 differ, 5 refused, 12 assumed");
        assertThat(ImportText.obstacles(result))
                .isEqualTo(
                        "  folder/file-2.yaml:10: client.topicType: non_persistent: Assay measures persistent topics only: others keep nothing that could be accounted for");
    }

    /** Uses heesung-sn/benchmark (2193ac1), driver-pulsar/pulsar.yaml. */
    @Test
    void aQueueWithoutALimitAndASubscriptionThatFailsOver() throws ScenarioException, ImportException {
        ImportResult result = imported(OF_VANLIGHTLY, """
                name: Pulsar
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://one:6650
                  httpUrl: http://one:8080
                  ioThreads: 4
                  connectionsPerBroker: 2
                  clusterName: local
                  namespacePrefix: benchmark/ns
                  topicType: persistent
                  persistence:
                    ensembleSize: 3
                    writeQuorum: 3
                    ackQuorum: 2
                    deduplicationEnabled: false
                  tlsAllowInsecureConnection: false
                  tlsEnableHostnameVerification: false
                  tlsTrustCertsFilePath:
                  authentication:
                    plugin:
                    data:
                producer:
                  batchingEnabled: true
                  batchingMaxPublishDelayMs: 1
                  batchingMaxBytes: 131072
                  blockIfQueueFull: true
                  pendingQueueSize: 0
                consumer:
                  receiverQueueSize: 10000
                  subscriptionType: Failover
                """);

        assertCounts(result, "31 mapped, 4 differ, 3 refused, 5 assumed");
        assertThat(spec(result).settings().producer()).containsEntry("maxPendingMessages", "0");
        assertThat(result.scenario()).contains("subscription-type: failover ");
    }

    /** Uses Xyedo/message-benchmark (1b61f12), workloads/vehicles-backlog-test.yaml and drivers/nats.yaml. */
    @Test
    void aWordThatTheBenchmarkDoesNotKnowIsItsDefault() throws ScenarioException, ImportException {
        ImportResult result = imported("""
                name: vehicles-backlog-test
                topics: 20
                partitionsPerTopic: 500
                keyDistributor: KEY_ORDER
                messageSize: 1024
                payloadFile: "payload/sensor-1kb.data"
                producersPerTopic: 1
                producerRate: 5000
                subscriptionsPerTopic: 1
                consumerPerSubscription: 2
                consumerBacklogSizeGB: 10
                testDurationMinutes: 60
                """, """
                name: NATS
                driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                natsHostUrl: nats://one:4222
                replicationFactor: 1
                storageType: File
                maxBytes: -1
                """);

        assertCounts(result, "14 mapped, 4 differ, 0 refused, 6 assumed");
        assertThat(points(result)).hasSize(1);
        assertThat(key(result, "keyDistributor").note())
                .isEqualTo("the benchmark takes a word that it does not know for NO_KEY");
        assertThat(key(result, "maxBytes").note()).isEqualTo("streams are not limited");
        assertThat(result.scenario()).contains("storage: file ");
    }

    /**
     * Uses iqbalhanif313/shm-benchmark (3383828), workloads/rabbitmq/1-topic-10-partitions-1kb-4-producers-10k-rate.yaml and
     * driver-rabbitmq/rabbitmq.yaml.
     */
    @Test
    void aDriverWithoutAnAddressThatIsKnownNamesNoCluster() throws ScenarioException, ImportException {
        String workload = """
                name: 100-partitions-10K-rate-4-producer
                topics: 1
                partitionsPerTopic: 10
                messageSize: 1024
                payloadFile: "payload/payload-1Kb.data"
                subscriptionsPerTopic: 1
                consumerPerSubscription: 10
                producersPerTopic: 10
                producerRate: 10000
                consumerBacklogSizeGB: 0
                testDurationMinutes: 5
                """;
        String driver = """
                name: RabbitMQ
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                brokers:
                  - one
                messagePersistence: true
                queueType: CLASSIC
                exchangeType: DIRECT
                topicPrefix: summit
                exclusive: false
                singleNode: true
                """;

        ImportResult started = imported(workload, driver);
        assertCounts(started, "14 mapped, 1 differ, 5 refused, 6 assumed");
        assertThat(spec(started).durability()).isEqualTo(DurabilityLevel.LEVEL_4);
        assertThat(key(started, "brokers").note()).startsWith("no key of this driver that Assay knows");
        ImportResult existing = imported(EXISTING, workload, driver);
        assertThat(existing.scenario()).isNull();
        assertThat(ImportText.obstacles(existing))
                .startsWith("  folder/file-2.yaml: --existing measures the cluster that a driver names");
    }

    /** Uses confluentinc/openmessaging-benchmark (08e2fee), driver-rabbitmq/deploy/templates/rabbitmq.yaml. */
    @Test
    void aTemplateWithStatementsIsNotFilledInByAnOption() {
        assertThatThrownBy(() -> imported(OF_VANLIGHTLY, """
                        name: RabbitMQ
                        driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                        brokers:
                        {% for worker in groups['rabbitmq'] %}
                          - {{ hostvars[worker].private_ip }}
                        {% endfor %}
                        messagePersistence: true
                        queueType: CLASSIC
                        exchangeType: DIRECT
                        topicPrefix: summit
                        exclusive: false
                        singleNode: false
                        """))
                .hasMessageContaining("folder/file-2.yaml:4: {% for worker in groups['rabbitmq'] %}")
                .hasMessageEndingWith("render it first with the tool that it is for");
    }

    /** Uses ankushthakur2593/benchmark (b11d0dc), driver-rabbitmq/rabbitmq.yaml. */
    @Test
    void quorumQueues() throws ScenarioException, ImportException {
        ImportResult result = imported(EXISTING, OF_VANLIGHTLY, """
                name: RabbitMQ
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                producerCreationDelay: 100
                producerCreationBatchSize: 5
                consumerCreationDelay: 100
                consumerCreationBatchSize: 5
                amqpUris:
                  - amqp://one:5670
                messagePersistence: false
                queueType: QUORUM
                """);

        assertCounts(result, "17 mapped, 1 differ, 4 refused, 6 assumed");
        assertThat(spec(result).durability()).isEqualTo(DurabilityLevel.LEVEL_1);
        assertThat(result.scenario()).contains("uri: \"amqp://one:5670\"");
        assertThat(key(result, "producerCreationBatchSize").note()).startsWith("clients are opened without pauses");
    }

    private static void assertCounts(ImportResult result, String counts) {
        String list = ImportText.of(result);
        assertThat(list.lines().toList().getLast()).as(list).isEqualTo(counts);
    }
}
