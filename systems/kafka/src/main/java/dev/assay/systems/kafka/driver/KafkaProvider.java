package dev.assay.systems.kafka.driver;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.systems.kafka.KafkaSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Opens Kafka drivers. The connection takes {@code bootstrap.servers} (host:port, comma-separated), {@code replication} (copies of each
 * partition, at least 1) and {@code acknowledgement} (interval, the default, or poll); other settings of connections, such as TLS and SASL,
 * come through the client settings.
 */
public final class KafkaProvider implements DriverProvider {
    @Override
    public String system() {
        return "kafka";
    }

    @Override
    public String client() {
        return "kafka-clients " + clientVersion();
    }

    /** Reads the client's version from the client's own file of properties: the class that reads it is in another package from 4.4 on. */
    static String clientVersion() {
        Properties properties = new Properties();
        try (InputStream in = ProducerConfig.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the Kafka client's version cannot be read", e);
        }
        return properties.getProperty("version", "of unknown version");
    }

    @Override
    public OutsideSettings callerLimits() {
        return OutsideSettings.beside(KafkaSpec.class, Map.of("JaasShape", new JaasShape()));
    }

    @Override
    public List<String> check(DriverConfig config) {
        try {
            return KafkaSettingCheck.problems(KafkaSettings.resolve(config), config.settings());
        } catch (DriverException e) {
            return String.valueOf(e.getMessage()).lines().toList();
        }
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        KafkaSettings settings = KafkaSettings.resolve(config);
        KafkaEffectiveSettings.check(settings);
        return new KafkaDriver(settings, Connection.open(settings), KafkaSpec.capabilitiesOf(config.settings()));
    }
}
