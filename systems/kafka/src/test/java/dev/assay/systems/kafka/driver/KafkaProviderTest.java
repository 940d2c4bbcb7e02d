package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.VendorSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs one test at a time, since one looks at the threads left. */
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
        Set<Thread> before = adminThreads();
        try (Socket dead = takenButSilent()) {
            String address = "127.0.0.1:" + dead.getLocalPort();

            assertThatThrownBy(() -> new KafkaProvider()
                            .open(TestConfigs.of(address, 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE)))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("no Kafka broker answered at " + address + " within 10 s");
        }
        new ContractTimeouts(Duration.ofMinutes(2))
                .until(
                        "the admin client's thread to end",
                        () -> before.containsAll(adminThreads()),
                        () -> adminThreads().toString());
    }

    @Test
    void addressWithoutPortIsNamed() {
        assertThatThrownBy(() -> new KafkaProvider()
                        .open(TestConfigs.of("nowhere", 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void whatASettingNamesButIsNotThereIsNamedWithoutItsPassword() {
        VendorSettings settings = new VendorSettings(
                Map.of(
                        "security.protocol", "SSL",
                        "ssl.truststore.location", "/nowhere/trust.p12",
                        "ssl.truststore.password", "hunter2"),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of());

        assertThatThrownBy(() ->
                        new KafkaProvider().open(TestConfigs.of("127.0.0.1:1", 3, DurabilityLevel.LEVEL_2, settings)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("/nowhere/trust.p12")
                .hasMessageNotContaining("hunter2");
    }

    private static Set<Thread> adminThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("kafka-admin-client"))
                .collect(Collectors.toSet());
    }

    /** Returns a socket whose port nobody listens on and nobody else can take. */
    private static Socket takenButSilent() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }
}
