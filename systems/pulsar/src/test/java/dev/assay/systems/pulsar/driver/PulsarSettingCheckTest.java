package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverConfig;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Asks the client, without opening it, for objections that only it knows. */
class PulsarSettingCheckTest {
    private static List<String> problems(VendorSettings settings) {
        return new PulsarProvider()
                .check(new DriverConfig(
                        Map.of(
                                "service.url", "pulsar://127.0.0.1:9",
                                "admin.url", "http://127.0.0.1:9",
                                "tenant", "public",
                                "ensemble", "1",
                                "write-quorum", "1",
                                "ack-quorum", "1",
                                "subscription-type", "FAILOVER"),
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ofMillis(1), new ByteSize(128 * 1024)),
                        settings));
    }

    @Test
    void settingsOfAssaysOwnAreTaken() {
        assertThat(problems(VendorSettings.NONE)).isEmpty();
    }

    @Test
    void allThatTheClientCannotReadIsTold() {
        assertThat(problems(new VendorSettings(
                        Map.of("keepAliveIntervalSeconds", "often"),
                        Map.of("compressionType", "brotli"),
                        Map.of("receiverQueueSize", "large"),
                        Map.of(),
                        Map.of())))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("settings.pulsar.client.keepAliveIntervalSeconds: "),
                        one -> assertThat(one).startsWith("settings.pulsar.producer.compressionType: "),
                        one -> assertThat(one).startsWith("settings.pulsar.consumer.receiverQueueSize: "));
    }
}
