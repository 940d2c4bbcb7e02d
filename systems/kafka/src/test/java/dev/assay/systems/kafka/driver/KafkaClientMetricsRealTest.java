package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.testing.cluster.SharedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Compares the metrics of Kafka's clients with loads whose batches are known. */
@Tag("server")
@Execution(ExecutionMode.SAME_THREAD)
@Tag("slow")
class KafkaClientMetricsRealTest {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");
    private static final ContractTimeouts TIMEOUTS = new ContractTimeouts(Duration.ofMinutes(2));
    private static final int ALONE = 20;
    private static final int TOGETHER = 400;

    private final Counted outcomes = new Counted();

    private static final class Counted implements PendingSend.Listener {
        private final AtomicInteger acked = new AtomicInteger();
        private final AtomicInteger others = new AtomicInteger();

        @Override
        public void onAcked(PendingSend pendingSend) {
            acked.incrementAndGet();
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            others.incrementAndGet();
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            others.incrementAndGet();
        }
    }

    private static Driver open(Duration linger, Map<String, String> producer) throws Exception {
        return new KafkaProvider()
                .open(new DriverConfig(
                        Map.of("bootstrap.servers", TestConfigs.servers(KAFKA), "replication", "3"),
                        DurabilityLevel.LEVEL_4,
                        new Batching(linger, new ByteSize(128 * 1024)),
                        producer.isEmpty() ? VendorSettings.NONE : TestConfigs.producer(producer)));
    }

    private void send(DriverProducer producer, int bytes) {
        PendingSend pendingSend = producer.newPendingSend(outcomes);
        pendingSend.arm(0, 0, 0);
        producer.send(new byte[bytes], null, pendingSend);
    }

    private void awaitAcked(int count) {
        TIMEOUTS.until(
                count + " acknowledgements",
                () -> outcomes.acked.get() == count,
                () -> outcomes.acked + " and " + outcomes.others + " others");
    }

    /**
     * Waits until the flush is over: it ends a moment after the acknowledgement that it waits for, and until then messages are sent at
     * once.
     */
    private static void awaitFlushed(TopicSpec topic) {
        TIMEOUTS.until(
                "the flushes to end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("kafka-flush " + topic.name())),
                () -> "one goes on");
    }

    private static double value(List<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .findFirst()
                .orElseThrow(() -> new AssertionError(metric.name() + " is not in " + samples))
                .value();
    }

    /** Batches are sent by flushes only: first each message alone, then all at once. */
    @Test
    void batchesAndTheirWaitAreOfTheIntervalAlone() throws Exception {
        TopicSpec topic = new TopicSpec("real-client-batches", 1, List.of());
        Map<String, String> patient = Map.of("delivery.timeout.ms", "1200000");
        try (Driver driver = open(Duration.ofMinutes(10), patient)) {
            driver.createTopics(List.of(topic));
            DriverProducer producer = driver.openProducer(topic);
            long begun = System.nanoTime();
            assertThat(driver.metrics(begun)).isEmpty();
            for (int message = 1; message <= ALONE; message++) {
                send(producer, 100);
                producer.flush();
                awaitAcked(message);
            }
            awaitFlushed(topic);
            long between = System.nanoTime();
            List<Sample> alone = driver.metrics(between);
            assertThat(value(alone, Metrics.CLIENT_BATCH_MESSAGES)).isCloseTo(1, within(0.001));
            assertThat(value(alone, Metrics.CLIENT_BATCHES) * (between - begun) / 1e9)
                    .isCloseTo(ALONE, within(0.001));

            for (int message = 0; message < TOGETHER; message++) {
                send(producer, 100);
            }
            producer.flush();
            awaitAcked(ALONE + TOGETHER);
            long end = System.nanoTime();
            List<Sample> together = driver.metrics(end);

            assertThat(value(together, Metrics.CLIENT_BATCH_MESSAGES)).isCloseTo(TOGETHER, within(0.001));
            assertThat(value(together, Metrics.CLIENT_BATCHES) * (end - between) / 1e9)
                    .isCloseTo(1, within(0.001));
            assertThat(value(together, Metrics.CLIENT_BATCH_BYTES)).isBetween(TOGETHER * 100.0, TOGETHER * 120.0);
            assertThat(value(together, Metrics.CLIENT_QUEUE)).isBetween(0.0, (end - between) / 1e9);
            assertThat(value(together, Metrics.CLIENT_REQUEST_TIME)).isBetween(0.0, (end - between) / 1e9);
            assertThat(value(together, Metrics.CLIENT_BUFFER_WAIT)).isZero();
            driver.deleteTopics(List.of(topic));
        }
    }

    /** Each message is sent alone once the one before is acknowledged, so no wait is longer than the whole time. */
    @Test
    void aMessageThatIsAloneWaitsForTheLinger() throws Exception {
        int sent = 0;
        for (Duration linger : List.of(Duration.ofMillis(50), Duration.ZERO)) {
            TopicSpec topic = new TopicSpec("real-client-linger-" + linger.toMillis(), 1, List.of());
            try (Driver driver = open(linger, Map.of())) {
                driver.createTopics(List.of(topic));
                DriverProducer producer = driver.openProducer(topic);
                long begun = System.nanoTime();
                assertThat(driver.metrics(begun)).isEmpty();
                for (int message = 0; message < ALONE; message++) {
                    send(producer, 100);
                    awaitAcked(++sent);
                }
                long end = System.nanoTime();
                List<Sample> samples = driver.metrics(end);

                assertThat(value(samples, Metrics.CLIENT_BATCH_MESSAGES)).isCloseTo(1, within(0.001));
                assertThat(value(samples, Metrics.CLIENT_QUEUE))
                        .as("in whole milliseconds")
                        .isBetween(linger.toMillis() / 1e3, (end - begun) / 1e9 / ALONE);
                driver.deleteTopics(List.of(topic));
            }
        }
    }

    @Test
    void aFullBufferIsTheTimeThatItsProducerWaited() throws Exception {
        TopicSpec topic = new TopicSpec("real-client-full", 1, List.of("s"));
        int count = 2_000;
        Map<String, String> small = Map.of("buffer.memory", "65536", "batch.size", "16384");
        AtomicInteger received = new AtomicInteger();
        try (Driver driver = open(Duration.ofMillis(1), small)) {
            driver.createTopics(List.of(topic));
            DriverProducer producer = driver.openProducer(topic);
            driver.openConsumer(topic, "s", new Counting(received));
            driver.metrics(System.nanoTime());
            for (int message = 0; message < count; message++) {
                send(producer, 10_000);
            }
            awaitAcked(count);
            TIMEOUTS.until("all messages", () -> received.get() == count, () -> received + " messages");
            List<Sample> samples = driver.metrics(System.nanoTime());

            assertThat(value(samples, Metrics.CLIENT_BUFFER_WAIT))
                    .as("20 MB through a buffer of 64 KiB")
                    .isGreaterThan(0.01)
                    .isLessThanOrEqualTo(1);
            assertThat(value(samples, Metrics.CLIENT_BUFFER_AVAILABLE)).isBetween(1.0, 65_536.0);
            assertThat(value(samples, Metrics.CLIENT_BATCH_MESSAGES)).isCloseTo(1, within(0.001));
            assertThat(value(samples, Metrics.CLIENT_FETCH_MESSAGES)).isBetween(0.01, (double) count);
            assertThat(value(samples, Metrics.CLIENT_FETCH_TIME)).isBetween(0.0, 60.0);
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
