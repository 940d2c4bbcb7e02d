package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.time.Eventually;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the contract does not cover, on real nodes. */
@Tag("server")
@Tag("slow")
class NatsDriverRealTest {
    private static final SharedCluster NATS = SharedCluster.of("nats");
    private static final AtomicInteger TOPICS = new AtomicInteger();
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @BeforeAll
    static void startNats() {
        NATS.connection();
    }

    private static Driver open(Map<String, String> connection, VendorSettings settings) throws DriverException {
        return new NatsProvider().open(TestConfigs.shared(NATS, connection, settings));
    }

    private static TopicSpec topic(Driver driver, String... subscriptions) throws DriverException {
        TopicSpec topic = new TopicSpec(
                "real-" + Long.toString(System.nanoTime(), 36) + "-" + TOPICS.incrementAndGet(),
                2,
                List.of(subscriptions));
        driver.createTopics(List.of(topic));
        return topic;
    }

    /** Records the numbers of messages as they come; the first may be held up. */
    private static final class Received implements MessageListener {
        private final Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
        private volatile @Nullable CountDownLatch held;
        private volatile @Nullable Throwable error;

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            numbers.add((int) buffer[offset]);
            CountDownLatch latch = held;
            if (latch != null) {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void onError(Throwable cause) {
            error = cause;
        }

        void await(int count) {
            assertThat(Eventually.within(PATIENCE, () -> numbers.size() >= count))
                    .as("%s of %s messages, error: %s", numbers.size(), count, error)
                    .isTrue();
        }
    }

    private static void send(Driver driver, TopicSpec topic, int count) throws DriverException {
        AtomicInteger acked = new AtomicInteger();
        PendingSend.Listener listener = new PendingSend.Listener() {
            @Override
            public void onAcked(PendingSend pendingSend) {
                acked.incrementAndGet();
            }

            @Override
            public void onFailed(PendingSend pendingSend, Throwable cause) {
                throw new AssertionError("message " + pendingSend.sequence() + " failed", cause);
            }

            @Override
            public void onViolation(PendingSend pendingSend) {
                throw new AssertionError("message " + pendingSend.sequence() + " has two outcomes");
            }
        };
        DriverProducer producer = driver.openProducer(topic);
        for (int number = 0; number < count; number++) {
            PendingSend pendingSend = producer.newPendingSend(listener);
            pendingSend.arm(number, 0, 0);
            producer.send(new byte[] {(byte) number}, null, pendingSend);
        }
        assertThat(Eventually.within(PATIENCE, () -> acked.get() == count)).isTrue();
        producer.close();
    }

    /** A message that is not acknowledged in {@code ack_wait} comes again: a slow consumer makes duplicates. */
    @Test
    void whatTakesLongerThanTheServerWaitsComesAgain() throws Exception {
        try (Driver driver = open(Map.of(), TestConfigs.consumer(Map.of("ack_wait", "500 ms")))) {
            TopicSpec topic = topic(driver, "slow");
            send(driver, topic, 4);
            Received received = new Received();
            CountDownLatch release = new CountDownLatch(1);
            received.held = release;
            DriverConsumer consumer = driver.openConsumer(topic, "slow", received);
            received.await(1);
            assertThat(Eventually.within(PATIENCE, () -> redelivered(topic, "slow") > 0))
                    .isTrue();
            received.held = null;
            release.countDown();
            received.await(5);
            assertThat(received.numbers).contains(0, 1, 2, 3);
            consumer.close();
            driver.deleteTopics(List.of(topic));
        }
    }

    /** Returns the server's count of messages delivered again. */
    private static long redelivered(TopicSpec topic, String subscription) {
        try {
            Connection connection =
                    Nats.connect(NATS.connection().getOrDefault("url", "").split(",", -1)[0]);
            try {
                long all = 0;
                for (String stream : NatsTopics.streams(topic)) {
                    all += connection
                            .jetStreamManagement()
                            .getConsumerInfo(stream, subscription)
                            .getRedelivered();
                }
                return all;
            } finally {
                NatsDriver.close(connection);
            }
        } catch (IOException | InterruptedException | JetStreamApiException e) {
            throw new AssertionError("the server does not tell", e);
        }
    }

    /** A pause of the same length makes no duplicates. */
    @Test
    void aPauseThatLastsLongerThanTheServerWaitsMakesNoDuplicates() throws Exception {
        try (Driver driver = open(Map.of(), TestConfigs.consumer(Map.of("ack_wait", "1 s")))) {
            TopicSpec topic = topic(driver, "paused");
            Received received = new Received();
            DriverConsumer consumer = driver.openConsumer(topic, "paused", received);
            consumer.pause();
            send(driver, topic, 20);
            boolean any = Eventually.within(Duration.ofSeconds(3), () -> !received.numbers.isEmpty());
            assertThat(any).isFalse();
            assertThat(consumer.atEnd()).isFalse();
            consumer.resume();
            received.await(20);
            boolean more = Eventually.within(Duration.ofSeconds(2), () -> received.numbers.size() > 20);
            assertThat(more).as("duplicates in %s", received.numbers).isFalse();
            assertThat(Eventually.within(PATIENCE, () -> isAtEnd(consumer))).isTrue();
            consumer.close();
            driver.deleteTopics(List.of(topic));
        }
    }

    private static boolean isAtEnd(DriverConsumer consumer) {
        try {
            return consumer.atEnd();
        } catch (DriverException e) {
            return false;
        }
    }

    /** {@code max_ack_pending} limits a subscription: nothing more comes until something is acknowledged. */
    @Test
    void unacknowledgedMessagesAreLimitedAndTheLimitIsTold() throws Exception {
        try (Driver driver = open(Map.of(), TestConfigs.consumer(Map.of("max_ack_pending", "3")))) {
            TopicSpec topic = topic(driver, "limited");
            send(driver, topic, 40);
            Received received = new Received();
            DriverConsumer consumer = driver.openConsumer(topic, "limited", received);
            received.await(40);
            assertThat(driver.effectiveConfig().groups().get("consumer")).containsEntry("max_ack_pending", "3");
            consumer.close();
            driver.deleteTopics(List.of(topic));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"explicit", "all", "none"})
    void howeverConsumersAcknowledgeEverythingComesOnceAndEnds(String acknowledgement) throws Exception {
        try (Driver driver = open(Map.of("acknowledgement", acknowledgement), VendorSettings.NONE)) {
            TopicSpec topic = topic(driver, "any");
            send(driver, topic, 100);
            Received received = new Received();
            DriverConsumer consumer = driver.openConsumer(topic, "any", received);
            received.await(100);
            assertThat(Eventually.within(PATIENCE, () -> isAtEnd(consumer))).isTrue();
            assertThat(received.numbers).hasSize(100).doesNotHaveDuplicates();
            assertThat(driver.effectiveConfig().groups().get("consumer")).containsEntry("ack_policy", acknowledgement);
            consumer.close();
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void aWorkQueueKeepsNothing() throws Exception {
        try (Driver driver = open(Map.of("retention", "work-queue"), VendorSettings.NONE)) {
            assertThat(driver.capabilities().lateSubscriptions()).isFalse();
            TopicSpec topic = topic(driver, "only");
            send(driver, topic, 10);
            Received received = new Received();
            DriverConsumer consumer = driver.openConsumer(topic, "only", received);
            received.await(10);
            assertThat(Eventually.within(PATIENCE, () -> isAtEnd(consumer))).isTrue();
            assertThatThrownBy(() -> driver.openConsumer(topic, "another", new Received()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("opening a consumer of topic " + topic.name() + " for subscription another");
            consumer.close();
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void whatServersAndStreamsAreSetToIsReadBack() throws Exception {
        try (Driver driver = open(Map.of(), TestConfigs.topic(Map.of("compression", "s2")))) {
            TopicSpec topic = topic(driver, "any");
            driver.openConsumer(topic, "any", new Received());
            driver.openProducer(topic);
            EffectiveConfig config = driver.effectiveConfig();
            assertThat(config.groups().get("topic"))
                    .containsEntry("num_replicas", "3")
                    .containsEntry("storage", "file")
                    .containsEntry("compression", "s2")
                    .containsEntry("streams", "2");
            assertThat(config.groups().get("broker"))
                    .containsEntry("version", "2.15.1")
                    .containsEntry("jetstream.sync_interval", "2 min");
            assertThat(config.groups().get("consumer")).containsEntry("max_ack_pending", "1000");
            assertThat(config.overrides()).containsKeys("client.io.nats.client.cleanupinterval", "topic.compression");
            assertThat(NatsSpec.usual()
                            .effectiveDurability(
                                    DurabilityLevel.LEVEL_2, VendorSettings.NONE, config, Optional.empty()))
                    .isEqualTo(DurabilityStatement.holding(DurabilityLevel.LEVEL_2));
            assertThat(NatsSpec.usual()
                            .effectiveDurability(DurabilityLevel.LEVEL_1, VendorSettings.NONE, config, Optional.empty())
                            .given())
                    .contains(DurabilityLevel.LEVEL_2);
            assertThat(driver.alarms()).isEmpty();
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void whatIsThereIsFoundByItsName() throws Exception {
        try (Driver driver = open(Map.of(), VendorSettings.NONE)) {
            TopicSpec topic = topic(driver, "any");
            TopicSpec other = new TopicSpec(topic.name() + "x", 1, List.of());
            assertThat(driver.existingTopics(List.of(other, topic))).containsExactly(topic.name());
            driver.deleteTopics(List.of(topic));
            // Another server may list them a moment longer.
            assertThat(Eventually.holds(() -> noneOf(driver, List.of(other, topic))))
                    .isTrue();
        }
    }

    @Test
    void aStreamThatIsGoneIsToldAndTheOthersAreRead() throws Exception {
        try (Driver driver = open(Map.of(), VendorSettings.NONE)) {
            String name = "real-" + Long.toString(System.nanoTime(), 36);
            TopicSpec rest = new TopicSpec(name, 1, List.of("any"));
            TopicSpec whole = new TopicSpec(name, 2, List.of("any"));
            driver.createTopics(List.of(rest));
            send(driver, rest, 10);
            assertThat(driver.lostPartitions(List.of(rest))).isEmpty();
            assertThatThrownBy(() -> driver.openConsumer(whole, "any", new Received()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("stream not found");
            assertThat(driver.lostPartitions(List.of(rest, whole))).isEqualTo(Map.of(whole, Set.of(1)));
            Received received = new Received();
            DriverConsumer consumer = driver.openConsumer(whole, "any", received);
            received.await(10);
            assertThat(consumer.assignedPartitions()).isEqualTo(1);
            assertThat(Eventually.within(PATIENCE, () -> isAtEnd(consumer))).isTrue();
            driver.deleteTopics(List.of(rest));
        }
    }

    private static boolean noneOf(Driver driver, List<TopicSpec> topics) {
        try {
            return driver.existingTopics(topics).isEmpty();
        } catch (DriverException e) {
            throw new IllegalStateException(e);
        }
    }
}
