package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.driver.contract.QueuesContract;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Runs the contract of queues, and checks that messages are delivered again on request. */
class MemoryQueuesTest extends PartialDriverContract implements QueuesContract {
    private static DriverConfig config(String redeliverEvery) {
        Map<String, String> connection =
                new HashMap<>(Map.of("law", "none", "mean-nanos", "0", "stall-at-nanos", "0", "stall-nanos", "0"));
        connection.put("redeliver-every", redeliverEvery);
        return new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_4,
                new Batching(Duration.ZERO, new ByteSize(1024)),
                VendorSettings.NONE);
    }

    @Override
    public DriverProvider driverProvider() {
        return new MemoryProvider();
    }

    @Override
    public DriverConfig config() {
        return config("0");
    }

    /** Records the first byte of each message, and the messages that came again. */
    private static final class Noted implements MessageListener {
        private final Queue<Integer> all = new ConcurrentLinkedQueue<>();
        private final Queue<Integer> again = new ConcurrentLinkedQueue<>();

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            all.add((int) buffer[offset]);
        }

        @Override
        public void onRedelivery(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            again.add((int) buffer[offset]);
            onMessage(partition, buffer, offset, length, receivedNanos);
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    @Test
    void whatIsNotAcknowledgedComesAgainAndIsSaidTo() throws Exception {
        TopicSpec topic = new TopicSpec("comes again", 1, List.of("work"), List.of("work"));
        Noted noted = new Noted();
        try (Driver driver = new MemoryProvider().open(config("4"))) {
            driver.createTopics(List.of(topic));
            DriverConsumer consumer = driver.openConsumer(topic, "work", noted);
            DriverProducer producer = driver.openProducer(topic);
            for (byte id = 1; id <= 8; id++) {
                PendingSend pendingSend = producer.newPendingSend(new Silent());
                pendingSend.arm(id, 0, 0);
                producer.send(new byte[] {id}, null, pendingSend);
            }

            timeouts()
                    .until(
                            "8 messages to arrive, two of them twice",
                            () -> noted.all.size() == 10,
                            () -> "deliveries of " + noted.all);
            consumer.close();
            assertThat(noted.again).containsExactly(4, 8);
            driver.deleteTopics(List.of(topic));
        }
    }

    private static final class Silent implements PendingSend.Listener {
        @Override
        public void onAcked(PendingSend pendingSend) {}

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {}

        @Override
        public void onViolation(PendingSend pendingSend) {}
    }
}
