package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.impl.ClientVersion;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.client.SettingTrial;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.List;

/**
 * Opens RabbitMQ drivers. The connection takes {@code uri} (comma-separated, one for each node), {@code admin.url}, {@code stream.uri},
 * {@code queue} (classic, mirrored, quorum, stream), {@code persistent}, {@code exchange} (direct, topic), {@code acknowledgement} (manual,
 * automatic), {@code prefetch}, {@code confirm-window} and {@code replication}; other settings of connections, such as TLS, come through
 * the client settings.
 */
public final class RabbitMqProvider implements DriverProvider {
    @Override
    public String system() {
        return "rabbitmq";
    }

    @Override
    public String client() {
        return "amqp-client " + ClientVersion.VERSION + ", stream-client " + streamClientVersion();
    }

    static String streamClientVersion() {
        String version = Environment.class.getPackage().getImplementationVersion();
        return version == null ? "of unknown version" : version;
    }

    @Override
    public OutsideSettings callerLimits() {
        return OutsideSettings.beside(RabbitMqSpec.class);
    }

    @Override
    public List<String> check(DriverConfig config) {
        try {
            RabbitMqSettings settings = RabbitMqSettings.resolve(config);
            boolean isStream = settings.queue() == QueueKind.STREAM;
            SettingTrial trial = new SettingTrial("rabbitmq")
                    .give(
                            SettingGroup.CLIENT,
                            settings.client(),
                            some -> FactorySettings.factory(settings.uris().getFirst(), some));
            if (isStream) {
                EnvironmentBuilder environment = Environment.builder();
                trial.give(
                        SettingGroup.CLIENT,
                        settings.client(),
                        some -> BuilderOptions.apply(EnvironmentBuilder.class, environment, SettingGroup.CLIENT, some));
            } else {
                trial.give(
                        SettingGroup.PRODUCER,
                        settings.producer(),
                        some -> BuilderOptions.apply(
                                AMQP.BasicProperties.Builder.class,
                                new AMQP.BasicProperties.Builder(),
                                SettingGroup.PRODUCER,
                                some));
            }
            return trial.problems();
        } catch (DriverException e) {
            return String.valueOf(e.getMessage()).lines().toList();
        }
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        RabbitMqSettings resolved = RabbitMqSettings.resolve(config);
        Connections connections = new Connections(resolved);
        ServerFacts server = ServerFacts.read(connections);
        RabbitMqSettings settings = resolved.on(server.major());
        if (settings.queue() == QueueKind.MIRRORED && server.major() >= 4) {
            throw new DriverException("systems.rabbitmq.queue is mirrored, but RabbitMQ " + server.version()
                    + " has no mirrored queues: 3.13 was the last release with them; use quorum");
        }
        SystemCapabilities capabilities =
                RabbitMqSpec.capabilitiesOf(settings.queue(), server.version(), config.settings());
        return new RabbitMqDriver(settings, connections, server, capabilities);
    }
}
