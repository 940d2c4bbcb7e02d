package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProducer;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the metrics of Pulsar's client with loads whose batches are known. */
@Tag("server")
@Tag("slow")
class PulsarClientMetricsRealTest {
    private static final SharedCluster PULSAR = SharedCluster.of("pulsar");
    private static final ContractTimeouts TIMEOUTS = new ContractTimeouts(Duration.ofMinutes(2));
    private static final int ALONE = 20;
    private static final int TOGETHER = 400;

    private final AtomicInteger acked = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();

    private final PendingSend.Listener outcomes = new PendingSend.Listener() {
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
    };

    private static Driver open(Duration linger, int batchBytes) throws Exception {
        return new PulsarProvider()
                .open(new DriverConfig(
                        PULSAR.connection(),
                        DurabilityLevel.LEVEL_4,
                        new Batching(linger, new ByteSize(batchBytes)),
                        VendorSettings.NONE));
    }

    private void send(DriverProducer producer) {
        PendingSend pendingSend = producer.newPendingSend(outcomes);
        pendingSend.arm(0, 0, 0);
        producer.send(new byte[100], null, pendingSend);
    }

    private void awaitAcked(int count) {
        TIMEOUTS.until(
                count + " acknowledgements", () -> acked.get() == count, () -> acked + " and " + others + " others");
    }

    private static double value(List<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .findFirst()
                .orElseThrow(() -> new AssertionError(metric.name() + " is not in " + samples))
                .value();
    }

    /** Batches are sent by flushes only. */
    @Test
    void batchesAndWhatTheClientHoldsAreTold() throws Exception {
        for (int partitions : List.of(1, 2)) {
            acked.set(0);
            TopicSpec topic =
                    new TopicSpec("client-batches-" + partitions + "-" + System.nanoTime(), partitions, List.of());
            try (Driver driver = open(Duration.ofMinutes(10), 128 << 10)) {
                driver.createTopics(List.of(topic));
                DriverProducer producer = driver.openProducer(topic);
                long begun = System.nanoTime();
                assertThat(driver.metrics(begun)).isEmpty();
                for (int message = 1; message <= ALONE; message++) {
                    send(producer);
                    producer.flush();
                    awaitAcked(message);
                }
                long between = System.nanoTime();
                List<Sample> alone = driver.metrics(between);
                for (int message = 0; message < TOGETHER; message++) {
                    send(producer);
                }
                List<Sample> held = driver.metrics(System.nanoTime());
                producer.flush();
                awaitAcked(ALONE + TOGETHER);
                List<Sample> together = driver.metrics(System.nanoTime());

                assertThat(value(alone, Metrics.CLIENT_BATCH_MESSAGES)).isCloseTo(1, within(0.001));
                assertThat(value(alone, Metrics.CLIENT_BATCHES) * (between - begun) / 1e9)
                        .isCloseTo(ALONE, within(0.001));
                assertThat(value(held, Metrics.CLIENT_PENDING)).isEqualTo(TOGETHER);
                assertThat(value(together, Metrics.CLIENT_PENDING)).isZero();
                assertThat(value(together, Metrics.CLIENT_BATCH_MESSAGES))
                        .as("one batch for each partition that was used")
                        .isBetween((double) TOGETHER / partitions, (double) TOGETHER);
                driver.deleteTopics(List.of(topic));
            }
        }
    }

    @Test
    void withoutBatchingEachMessageIsAlone() throws Exception {
        TopicSpec topic = new TopicSpec("client-alone-" + System.nanoTime(), 2, List.of());
        try (Driver driver = open(Duration.ofMillis(1), 0)) {
            driver.createTopics(List.of(topic));
            DriverProducer producer = driver.openProducer(topic);
            assertThat(driver.metrics(System.nanoTime())).isEmpty();
            for (int message = 0; message < TOGETHER; message++) {
                send(producer);
            }
            awaitAcked(TOGETHER);
            assertThat(value(driver.metrics(System.nanoTime()), Metrics.CLIENT_BATCH_MESSAGES))
                    .isCloseTo(1, within(0.001));
            driver.deleteTopics(List.of(topic));
        }
    }
}
