package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the contract does not cover, on real nodes. */
@Tag("server")
@Tag("slow")
class RabbitMqDriverRealTest {
    @BeforeAll
    static void startRabbitMq() {
        RabbitMqUnderTest.start();
    }

    private static Driver open(QueueKind kind, Map<String, String> other) throws DriverException {
        Map<String, String> connection = RabbitMqUnderTest.connection(kind);
        connection.putAll(other);
        return new RabbitMqProvider()
                .open(new DriverConfig(
                        connection,
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ZERO, new ByteSize(0)),
                        VendorSettings.NONE));
    }

    private static Connection connection() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(RabbitMqUnderTest.connection(QueueKind.CLASSIC)
                .getOrDefault("uri", "")
                .replaceFirst(",.*", ""));
        return factory.newConnection();
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as("waited two minutes for %s", what)
                    .isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void send(DriverProducer producer, Outcomes outcomes, int count) {
        for (int number = 1; number <= count; number++) {
            PendingSend pendingSend = outcomes.pendingSend(number);
            producer.send(new byte[100], null, pendingSend);
        }
        await(
                count + " outcomes",
                () -> outcomes.acked().size() + outcomes.failed().size() == count);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLASSIC", "QUORUM"})
    void whatNoQueueTakesFailsAndNothingElseDoes(QueueKind kind) throws Exception {
        TopicSpec topic = new TopicSpec("real-unroutable-" + kind, 2, List.of("s"));
        try (Driver driver = open(kind, Map.of())) {
            driver.createTopics(List.of(topic));
            Outcomes outcomes = new Outcomes();
            DriverProducer producer = driver.openProducer(topic);
            try (Connection connection = connection()) {
                connection.createChannel().queueDelete(new Topology(kind).queue(topic, "s", 1));
            }

            send(producer, outcomes, 2_000);

            Set<Long> second = new TreeSet<>();
            for (long number = 2; number <= 2_000; number += 2) {
                second.add(number);
            }
            assertThat(outcomes.failed().keySet()).isEqualTo(second);
            assertThat(outcomes.failed().get(2L)).hasMessageContaining("no queue accepts the message");
            assertThat(outcomes.violations()).isZero();
            driver.deleteTopics(List.of(topic));
        }
    }

    @ParameterizedTest
    @EnumSource
    void leadersAreSpreadAndReadBack(QueueKind kind) throws Exception {
        TopicSpec topic = new TopicSpec("real-leaders-" + kind, 6, List.of("s"));
        try (Driver driver = open(kind, Map.of())) {
            driver.createTopics(List.of(topic));
            Map<String, String> read = driver.effectiveConfig().groups().getOrDefault("topic", Map.of());

            String leaders = read.getOrDefault("leaders (queues each)", "");
            assertThat(leaders).as("leaders: %s", read).contains("=2").doesNotContain("=6");
            assertThat(leaders.split("=2", -1)).hasSize(4);
            if (kind == QueueKind.MIRRORED) {
                assertThat(read).containsEntry("mirrors in sync", "2 nodes");
            } else {
                assertThat(read).doesNotContainKey("mirrors");
            }
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void automaticAcknowledgementLosesNothingWhenTheConsumerIsClosed() throws Exception {
        TopicSpec topic = new TopicSpec("real-automatic", 2, List.of("s"));
        try (Driver driver = open(QueueKind.CLASSIC, Map.of("acknowledgement", "automatic"))) {
            driver.createTopics(List.of(topic));
            Outcomes outcomes = new Outcomes();
            send(driver.openProducer(topic), outcomes, 1_000);
            Received received = new Received();
            DriverConsumer first = driver.openConsumer(topic, "s", received);
            await("the first messages", () -> !received.partitions.isEmpty());
            first.close();
            DriverConsumer second = driver.openConsumer(topic, "s", received);
            await("all messages", () -> received.partitions.size() == 1_000);
            second.close();
            assertThat(received.errors).isEmpty();
            driver.deleteTopics(List.of(topic));
        }
    }

    /** Records the partition of each message. */
    private static final class Received implements MessageListener {
        private final ConcurrentLinkedQueue<Integer> partitions = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            partitions.add(partition);
        }

        @Override
        public void onError(Throwable cause) {
            errors.add(cause);
        }
    }
}
