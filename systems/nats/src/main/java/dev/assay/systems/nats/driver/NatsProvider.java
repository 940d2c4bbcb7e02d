package dev.assay.systems.nats.driver;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.client.SettingTrial;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.systems.nats.NatsSpec;
import io.nats.client.Nats;
import java.util.List;

/**
 * Opens NATS drivers. The connection takes {@code url} (comma-separated), {@code monitor.url} (comma-separated, may be empty), {@code
 * nkey.file} (may be empty), {@code replication}, {@code storage} (file, memory), {@code retention} (limits, work-queue), {@code
 * acknowledgement} (explicit, all, none) and {@code prefetch}; other settings of connections, such as TLS and credentials files, come
 * through the client settings.
 */
public final class NatsProvider implements DriverProvider {
    @Override
    public String system() {
        return "nats";
    }

    @Override
    public String client() {
        return "jnats " + Nats.CLIENT_VERSION;
    }

    @Override
    public OutsideSettings callerLimits() {
        return OutsideSettings.beside(NatsSpec.class);
    }

    @Override
    public List<String> check(DriverConfig config) {
        try {
            NatsSettings settings = NatsSettings.resolve(config);
            return new SettingTrial("nats")
                    .give(
                            SettingGroup.CLIENT,
                            settings.client(),
                            some -> new Connections(settings.withClient(some))
                                    .options("check", new Connections.Notices(Connections.Events.IGNORED)))
                    .give(SettingGroup.CONSUMER, settings.pull(), _ -> settings.expiresMillis())
                    .problems();
        } catch (DriverException e) {
            return String.valueOf(e.getMessage()).lines().toList();
        }
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        NatsSettings settings = NatsSettings.resolve(config);
        return NatsDriver.open(settings, new Connections(settings), config.settings());
    }
}
