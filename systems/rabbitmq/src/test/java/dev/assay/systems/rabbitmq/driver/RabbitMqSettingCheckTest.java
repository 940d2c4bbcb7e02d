package dev.assay.systems.rabbitmq.driver;

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

/** Asks the clients, without opening them, for objections that only they know. */
class RabbitMqSettingCheckTest {
    private static List<String> problems(String queue, Map<String, String> client, Map<String, String> producer) {
        return new RabbitMqProvider()
                .check(new DriverConfig(
                        Map.of(
                                "uri", "amqp://127.0.0.1:9",
                                "admin.url", "http://127.0.0.1:9",
                                "stream.uri", "rabbitmq-stream://127.0.0.1:9",
                                "queue", queue,
                                "persistent", "true",
                                "acknowledgement", "manual",
                                "prefetch", "200",
                                "confirm-window", "300",
                                "replication", "1"),
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ofMillis(2), new ByteSize(1 << 20)),
                        new VendorSettings(client, producer, Map.of(), Map.of(), Map.of())));
    }

    @Test
    void settingsOfAssaysOwnAreTaken() {
        for (String queue : List.of("classic", "quorum", "mirrored", "stream")) {
            assertThat(problems(queue, Map.of(), Map.of())).isEmpty();
        }
    }

    @Test
    void allThatTheClientsCannotReadIsTold() {
        assertThat(problems("quorum", Map.of("connection.frame.max", "large"), Map.of("priority", "high")))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("settings.rabbitmq.client.connection.frame.max: "),
                        one -> assertThat(one).startsWith("settings.rabbitmq.producer.priority must be "));
        assertThat(problems("stream", Map.of("rpcTimeout", "long"), Map.of()))
                .singleElement()
                .asString()
                .startsWith("settings.rabbitmq.client.rpcTimeout must be ");
    }

    @Test
    void tlsOnAnAddressWithoutItIsTold() {
        assertThat(problems("classic", Map.of("ssl.enabled", "true"), Map.of()))
                .singleElement()
                .asString()
                .contains("ssl.enabled");
    }
}
