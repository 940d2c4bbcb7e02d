package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.EndsContract;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryEndsTest extends PartialDriverContract implements EndsContract {
    private static DriverConfig config(String leaderless) {
        Map<String, String> connection =
                new HashMap<>(Map.of("law", "none", "mean-nanos", "0", "stall-at-nanos", "0", "stall-nanos", "0"));
        connection.put("leaderless-partition", leaderless);
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

    @Test
    void theEndOfAPartitionWithoutALeaderIsNotKnown() throws Exception {
        TopicSpec topic = new TopicSpec("leaderless", 2, List.of("s"));
        try (Driver driver = new MemoryProvider().open(config("2"))) {
            driver.createTopics(List.of(topic));
            DriverConsumer consumer = driver.openConsumer(topic, "s", new Nobody());
            assertThatThrownBy(consumer::atEnd)
                    .isInstanceOf(DriverException.class)
                    .hasMessage("partition 2 of topic leaderless has no leader, as set by"
                            + " systems.memory.leaderless-partition");
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void aPartitionThatATopicDoesNotHaveNeedsNoLeader() throws Exception {
        TopicSpec topic = new TopicSpec("led", 2, List.of("s"));
        try (Driver driver = new MemoryProvider().open(config("3"))) {
            driver.createTopics(List.of(topic));
            assertThat(driver.openConsumer(topic, "s", new Nobody()).atEnd()).isTrue();
            driver.deleteTopics(List.of(topic));
        }
    }

    private static final class Nobody implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            throw new AssertionError("nothing was sent");
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }
}
