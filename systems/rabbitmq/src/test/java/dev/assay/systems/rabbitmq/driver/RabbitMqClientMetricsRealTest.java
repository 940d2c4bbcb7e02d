package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
@Tag("slow")
class RabbitMqClientMetricsRealTest {
    private static final ContractTimeouts TIMEOUTS = new ContractTimeouts(Duration.ofMinutes(2));
    private static final int MESSAGES = 2_000;

    private final Outcomes outcomes = new Outcomes();

    @BeforeAll
    static void startRabbitMq() {
        RabbitMqUnderTest.start();
    }

    private static Driver open(QueueKind kind, Duration linger, Map<String, String> other) throws DriverException {
        Map<String, String> connection = RabbitMqUnderTest.connection(kind);
        connection.putAll(other);
        return new RabbitMqProvider()
                .open(new DriverConfig(
                        connection,
                        DurabilityLevel.LEVEL_4,
                        new Batching(linger, new ByteSize(linger.isZero() ? 0 : 128 << 10)),
                        VendorSettings.NONE));
    }

    private void sendAll(DriverProducer producer) {
        for (int number = 1; number <= MESSAGES; number++) {
            producer.send(new byte[100], null, outcomes.pendingSend(number));
        }
        TIMEOUTS.until(
                "all confirms",
                () -> outcomes.acked().size() == MESSAGES,
                () -> outcomes.acked().size() + " confirms");
    }

    private static double value(List<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .findFirst()
                .orElseThrow(() -> new AssertionError(metric.name() + " is not in " + samples))
                .value();
    }

    /** With one unconfirmed message at a time, a producer does little but wait. */
    @Test
    void aProducerThatMayHaveOneUnconfirmedMessageWaitsMostOfTheTime() throws Exception {
        TopicSpec topic = new TopicSpec("real-figures-amqp", 1, List.of("s"));
        try (Driver driver = open(QueueKind.QUORUM, Duration.ZERO, Map.of("confirm-window", "1"))) {
            driver.createTopics(List.of(topic));
            DriverProducer producer = driver.openProducer(topic);
            assertThat(driver.metrics(System.nanoTime())).isEmpty();
            sendAll(producer);
            List<Sample> samples = driver.metrics(System.nanoTime());

            assertThat(value(samples, Metrics.CLIENT_BUFFER_WAIT))
                    .isGreaterThan(0.1)
                    .isLessThanOrEqualTo(1);
            assertThat(value(samples, Metrics.CLIENT_PENDING)).isZero();
            assertThat(value(samples, Metrics.CLIENT_HELD_BACK)).isZero();
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void theMessagesInTheFramesOfAStreamAreThoseThatWereSent() throws Exception {
        TopicSpec topic = new TopicSpec("real-figures-stream", 2, List.of("s"));
        AtomicInteger received = new AtomicInteger();
        try (Driver driver = open(QueueKind.STREAM, Duration.ofMillis(50), Map.of())) {
            driver.createTopics(List.of(topic));
            DriverProducer producer = driver.openProducer(topic);
            driver.openConsumer(topic, "s", new Counting(received));
            long begun = System.nanoTime();
            assertThat(driver.metrics(begun)).isEmpty();
            sendAll(producer);
            TIMEOUTS.until("all messages", () -> received.get() == MESSAGES, () -> received + " messages");
            long end = System.nanoTime();
            List<Sample> samples = driver.metrics(end);

            double frames = value(samples, Metrics.CLIENT_BATCHES) * (end - begun) / 1e9;
            assertThat(value(samples, Metrics.CLIENT_BATCH_MESSAGES) * frames).isCloseTo(MESSAGES, within(0.001));
            assertThat(value(samples, Metrics.CLIENT_BATCH_MESSAGES)).isGreaterThan(1);
            assertThat(value(samples, Metrics.CLIENT_FETCH_MESSAGES)).isBetween(1.0, (double) MESSAGES);
            assertThat(value(samples, Metrics.CLIENT_PENDING)).isZero();
            driver.deleteTopics(List.of(topic));
        }
    }

    private record Counting(AtomicInteger received) implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            received.incrementAndGet();
        }

        @Override
        public void onError(Throwable cause) {}
    }
}
