package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.pulsar.PulsarSpec.SubscriptionType;
import dev.assay.testing.cluster.SharedCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that every type of subscription and every compression delivers each message once. */
@Tag("server")
@Tag("slow")
class SubscriptionTypesTest {
    private static final int MESSAGES = 2_000;
    private static final byte[][] KEYS = {{'a'}, {'b'}, {'c'}, {'d'}, {'e'}, {'f'}, {'g'}};

    private final Queue<Integer> received = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> acknowledged = new ConcurrentLinkedQueue<>();

    @Test
    void anExclusiveSubscriptionGetsEachMessageOnce() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.EXCLUSIVE, 1, "NONE");
    }

    @Test
    void theConsumersOfASharedSubscriptionGetEachMessageOnce() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.SHARED, 2, "NONE");
    }

    @Test
    void theConsumersOfAKeySharedSubscriptionGetEachMessageOnce() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.KEY_SHARED, 2, "NONE");
    }

    @Test
    void eachMessageArrivesOnceWhenCompressedWithLz4() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.FAILOVER, 2, "LZ4");
    }

    @Test
    void eachMessageArrivesOnceWhenCompressedWithZlib() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.FAILOVER, 2, "ZLIB");
    }

    @Test
    void eachMessageArrivesOnceWhenCompressedWithZstd() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.FAILOVER, 2, "ZSTD");
    }

    @Test
    void eachMessageArrivesOnceWhenCompressedWithSnappy() throws Exception {
        assertEachMessageArrivesOnce(SubscriptionType.FAILOVER, 2, "SNAPPY");
    }

    private void assertEachMessageArrivesOnce(SubscriptionType type, int consumers, String compression)
            throws Exception {
        TopicSpec topic = new TopicSpec("types-" + type + "-" + compression + "-" + System.nanoTime(), 3, List.of("s"));
        try (Driver driver = new PulsarProvider().open(config(type, compression))) {
            driver.createTopics(List.of(topic));
            List<DriverConsumer> open = new ArrayList<>();
            for (int i = 0; i < consumers; i++) {
                open.add(driver.openConsumer(topic, "s", new Collector()));
            }
            awaitThat(() ->
                    open.stream().mapToInt(DriverConsumer::assignedPartitions).sum() >= 3);
            DriverProducer producer = driver.openProducer(topic);
            for (int i = 0; i < MESSAGES; i++) {
                PendingSend pendingSend = producer.newPendingSend(new Outcome());
                pendingSend.arm(i, 0, 0);
                producer.send(ByteBuffer.allocate(200).putInt(i).array(), KEYS[i % KEYS.length], pendingSend);
            }
            producer.flush();
            awaitThat(() -> acknowledged.size() >= MESSAGES && received.size() >= MESSAGES);

            assertThat(failures).isEmpty();
            assertThat(acknowledged).hasSize(MESSAGES);
            assertThat(received)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, MESSAGES).boxed().toList());
            assertThat(driver.effectiveConfig().groups().getOrDefault("producer", Map.of()))
                    .containsEntry("compressionType", compression);
            driver.deleteTopics(List.of(topic));
        }
    }

    private static DriverConfig config(SubscriptionType type, String compression) {
        Map<String, String> connection =
                new TreeMap<>(SharedCluster.of("pulsar").connection());
        connection.put("subscription-type", type.name());
        return new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ofMillis(1), new ByteSize(128 << 10)),
                new VendorSettings(Map.of(), Map.of("compressionType", compression), Map.of(), Map.of(), Map.of()));
    }

    private void awaitThat(BooleanSupplier holds) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("%d acknowledged, %d received, failures %s", acknowledged.size(), received.size(), failures)
                    .isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private final class Collector implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            received.add(ByteBuffer.wrap(buffer, offset, length).getInt());
        }

        @Override
        public void onError(Throwable cause) {
            failures.add(cause);
        }
    }

    private final class Outcome implements PendingSend.Listener {
        @Override
        public void onAcked(PendingSend pendingSend) {
            acknowledged.add((int) pendingSend.sequence());
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            failures.add(cause);
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            failures.add(new IllegalStateException("a second outcome"));
        }
    }
}
