package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverProvider;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class RabbitMqProviderTest {
    @Test
    void theProviderIsRegisteredAndItsDescriptionNamesTheClientsThatItIsBuiltAgainst() throws IOException {
        Properties description = new Properties();
        try (InputStream in = getClass().getResourceAsStream("/META-INF/assay/driver.properties")) {
            description.load(in);
        }

        DriverProvider provider =
                ServiceLoader.load(DriverProvider.class).findFirst().orElseThrow();

        assertThat(provider.system()).isEqualTo("rabbitmq").isEqualTo(description.getProperty("system"));
        assertThat(description.getProperty("client.coordinates"))
                .isEqualTo("com.rabbitmq:amqp-client,com.rabbitmq:stream-client:1.11.0");
        assertThat(provider.client())
                .isEqualTo("amqp-client " + description.getProperty("client.version") + ", stream-client 1.11.0");
    }
}
