package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import dev.assay.testing.cluster.SharedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests Kafka's peculiarities on real nodes. */
@Tag("server")
@Execution(ExecutionMode.SAME_THREAD)
@Tag("slow")
class KafkaDriverRealTest {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");

    @Test
    void levelOneIsEffectiveOnTheTopicAndReadBack() throws Exception {
        TopicSpec topic = new TopicSpec("real-level-1", 3, List.of());
        try (Driver driver = open(3, DurabilityLevel.LEVEL_1, VendorSettings.NONE)) {
            driver.createTopics(List.of(topic));
            driver.openProducer(topic).close();
            driver.openConsumer(topic, "group", new Silent()).close();

            EffectiveConfig config = driver.effectiveConfig();
            driver.deleteTopics(List.of(topic));

            assertThat(config.groups().get("topic"))
                    .containsEntry("flush.messages", "1")
                    .containsEntry("flush.ms", "0")
                    .containsEntry("min.insync.replicas", "2")
                    .containsEntry("replication.factor", "3")
                    .containsKey("retention.ms");
            assertThat(config.groups().get("producer"))
                    .containsEntry("acks", "-1")
                    .containsKey("request.timeout.ms");
            assertThat(config.groups().get("consumer"))
                    .containsEntry("group.id", "group")
                    .containsEntry("enable.auto.commit", "true");
            assertThat(config.groups().get("broker"))
                    .containsEntry("offsets.topic.num.partitions", "3")
                    .containsEntry("node.id", "1 | 2 | 3")
                    .doesNotContainKey("num.io.threads");
            assertThat(config.overrides())
                    .containsEntry("topic.flush.messages", "durability level-1")
                    .containsEntry("topic.min.insync.replicas", "durability level-1")
                    .containsEntry("producer.batch.size", "batching of the scenario")
                    .containsEntry("consumer.group.id", "harness: the subscription");
        }
    }

    @Test
    void oneCopyIsSaidInTheOverrides() throws Exception {
        try (Driver driver = open(1, DurabilityLevel.LEVEL_1, VendorSettings.NONE)) {
            assertThat(driver.effectiveConfig().overrides().get("topic.replication.factor"))
                    .contains("only 1 copy")
                    .contains("level-1");
        }
    }

    @Test
    void moreCopiesThanBrokersAreRefusedByName() throws Exception {
        try (Driver driver = open(5, DurabilityLevel.LEVEL_2, VendorSettings.NONE)) {
            assertThatThrownBy(() -> driver.createTopics(List.of(new TopicSpec("real-five-copies", 1, List.of()))))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("real-five-copies")
                    .hasMessageContaining("replication factor");
        }
    }

    @Test
    void topicOfMorePartitionsThanOneRequestTakes() throws Exception {
        TopicSpec topic = new TopicSpec("real-many-partitions", 2_100, List.of());
        try (Driver driver = open(1, DurabilityLevel.LEVEL_4, VendorSettings.NONE)) {
            driver.createTopics(List.of(topic));
            CompletableFuture<Throwable> failed = new CompletableFuture<>();
            var consumer = driver.openConsumer(topic, "all", new Failing(failed));
            new ContractTimeouts(Duration.ofMinutes(2))
                    .until(
                            "all partitions",
                            () -> consumer.assignedPartitions() == topic.partitions(),
                            () -> consumer.assignedPartitions() + " partitions");
            consumer.close();
            driver.deleteTopics(List.of(topic));
            assertThat(failed).isNotDone();
        }
    }

    @Test
    void theNewerGroupProtocolWorksWhereAskedFor() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestConfigs.servers(KAFKA)))) {
            assumeTrue(
                    admin.describeFeatures()
                            .featureMetadata()
                            .get()
                            .finalizedFeatures()
                            .containsKey("group.version"),
                    "this server has only the classic protocol");
        }
        TopicSpec topic = new TopicSpec("real-new-protocol", 6, List.of());
        try (Driver driver =
                open(3, DurabilityLevel.LEVEL_2, TestConfigs.consumer(Map.of("group.protocol", "consumer")))) {
            driver.createTopics(List.of(topic));
            var consumer = driver.openConsumer(topic, "new", new Silent());
            new ContractTimeouts(Duration.ofMinutes(2))
                    .until(
                            "all partitions",
                            () -> consumer.assignedPartitions() == topic.partitions(),
                            () -> consumer.assignedPartitions() + " partitions");
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void consumerThatCannotGoOnReportsOnce() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        try (Driver driver = open(3, DurabilityLevel.LEVEL_2, VendorSettings.NONE)) {
            driver.openConsumer(new TopicSpec("no such topic name", 1, List.of()), "any", new Failing(failed));

            assertThat(failed.get(2, TimeUnit.MINUTES))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("consuming topic no such topic name for subscription any failed")
                    .hasMessageContaining("InvalidTopic");
        }
    }

    private static Driver open(int replication, DurabilityLevel level, VendorSettings settings) throws Exception {
        String servers = TestConfigs.servers(KAFKA);
        return new KafkaProvider().open(TestConfigs.of(servers, replication, level, settings));
    }

    private static class Silent implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {}

        @Override
        public void onError(Throwable cause) {}
    }

    /** Keeps the first error, and throws on a second one. */
    private static final class Failing extends Silent {
        private final CompletableFuture<Throwable> first;

        Failing(CompletableFuture<Throwable> first) {
            this.first = first;
        }

        @Override
        public void onError(Throwable cause) {
            if (!first.complete(cause)) {
                throw new IllegalStateException("a second error", cause);
            }
        }
    }
}
