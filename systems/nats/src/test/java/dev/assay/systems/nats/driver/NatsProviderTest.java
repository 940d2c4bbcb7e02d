package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.VendorSettings;
import io.nats.client.NKey;
import io.nats.client.Options;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NatsProviderTest {
    @TempDir
    Path folder;

    @Test
    void theServiceLoaderFindsIt() {
        assertThat(ServiceLoader.load(DriverProvider.class)).singleElement().satisfies(provider -> {
            assertThat(provider.system()).isEqualTo("nats");
            assertThat(provider.client()).matches("jnats \\d+\\.\\d+\\.\\d+");
        });
    }

    @Test
    void theLauncherLearnsTheClientsCoordinates() throws IOException {
        Properties properties = new Properties();
        try (InputStream in =
                Objects.requireNonNull(NatsProvider.class.getResourceAsStream("/META-INF/assay/driver.properties"))) {
            properties.load(in);
        }
        assertThat(properties).containsEntry("system", "nats").containsEntry("client.coordinates", "io.nats:jnats");
        assertThat("jnats " + properties.getProperty("client.version")).isEqualTo(new NatsProvider().client());
    }

    private static NatsSettings withKey(Path file) throws DriverException {
        Map<String, String> connection = new HashMap<>(TestConfigs.connection("nats://127.0.0.1:9"));
        connection.put("nkey.file", file.toString());
        return NatsSettings.resolve(
                new DriverConfig(connection, DurabilityLevel.LEVEL_4, TestConfigs.BATCHING, VendorSettings.NONE));
    }

    @Test
    void anNkeySignsAsItsUser() throws Exception {
        NKey key = NKey.createUser(null);
        Path file = Files.writeString(folder.resolve("user.nk"), "# a comment\n" + new String(key.getSeed()) + "\n");
        Options options =
                new Connections(withKey(file)).options("test", new Connections.Notices(Connections.Events.IGNORED));
        byte[] nonce = {1, 2, 3};
        assertThat(options.getAuthHandler().getID()).isEqualTo(key.getPublicKey());
        assertThat(NKey.fromPublicKey(options.getAuthHandler().getID())
                        .verify(nonce, options.getAuthHandler().sign(nonce)))
                .isTrue();
    }

    @Test
    void aFileWithoutASeedIsNamedWithoutWhatIsInIt() throws Exception {
        Path file = Files.writeString(folder.resolve("user.nk"), "SUnothing\n");
        assertThatThrownBy(() -> new Connections(withKey(file))
                        .options("test", new Connections.Notices(Connections.Events.IGNORED)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("SUnothing");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> new Connections(withKey(none))
                        .options("test", new Connections.Notices(Connections.Events.IGNORED)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("systems.nats.nkey.file");
    }

    @Test
    void whatASettingNamesButIsNotThereIsNamedWithoutItsPassword() {
        assertThatThrownBy(() -> new NatsProvider()
                        .open(TestConfigs.at(
                                "tls://127.0.0.1:9",
                                TestConfigs.client(Map.of(
                                        "io.nats.client.trustStore", "/nowhere/trust.p12",
                                        "io.nats.client.trustStorePassword", "hunter2")))))
                .isInstanceOf(DriverException.class)
                .hasMessageNotContaining("hunter2");
    }
}
