package dev.assay.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One at a time, since one looks at which threads are left. */
@Execution(ExecutionMode.SAME_THREAD)
class KafkaProviderTest {
    @Test
    void theServiceLoaderFindsIt() {
        assertThat(ServiceLoader.load(DriverProvider.class)).singleElement().satisfies(provider -> {
            assertThat(provider.system()).isEqualTo("kafka");
            assertThat(provider.client()).matches("kafka-clients \\d+\\.\\d+\\.\\d+");
        });
    }

    @Test
    void theLauncherLearnsTheClientsCoordinates() throws IOException {
        Properties properties = new Properties();
        try (InputStream in =
                Objects.requireNonNull(KafkaProvider.class.getResourceAsStream("/META-INF/assay/driver.properties"))) {
            properties.load(in);
        }

        assertThat(properties)
                .containsEntry("system", "kafka")
                .containsEntry("client.coordinates", "org.apache.kafka:kafka-clients");
        assertThat("kafka-clients " + properties.getProperty("client.version")).isEqualTo(new KafkaProvider().client());
    }

    @Test
    void deadServerGivesOneClearMessageInTime() throws IOException {
        String address = "127.0.0.1:" + unusedPort();
        long start = System.nanoTime();

        assertThatThrownBy(() -> new KafkaProvider()
                        .open(TestConfigs.of(address, 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("no Kafka broker answered at " + address);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().contains("kafka-admin-client"));
    }

    @Test
    void addressWithoutPortIsNamed() {
        assertThatThrownBy(() -> new KafkaProvider()
                        .open(TestConfigs.of("nowhere", 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void whatASettingNamesButIsNotThereIsNamedWithoutItsPassword() throws IOException {
        VendorSettings settings = new VendorSettings(
                Map.of(
                        "security.protocol", "SSL",
                        "ssl.truststore.location", "/nowhere/trust.p12",
                        "ssl.truststore.password", "hunter2"),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of());

        assertThatThrownBy(() -> new KafkaProvider()
                        .open(TestConfigs.of("127.0.0.1:" + unusedPort(), 3, DurabilityLevel.LEVEL_2, settings)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("/nowhere/trust.p12")
                .hasMessageNotContaining("hunter2");
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
