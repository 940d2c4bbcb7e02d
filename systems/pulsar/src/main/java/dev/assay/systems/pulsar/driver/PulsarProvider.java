package dev.assay.systems.pulsar.driver;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.client.SettingTrial;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.systems.pulsar.PulsarSpec;
import java.util.List;
import java.util.Map;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConfigurationDataUtils;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/**
 * Opens Pulsar drivers. The connection takes {@code service.url}, {@code admin.url}, {@code tenant}, {@code ensemble}, {@code
 * write-quorum}, {@code ack-quorum} and {@code subscription-type} (EXCLUSIVE, FAILOVER, SHARED, KEY_SHARED); other settings of connections,
 * such as TLS and tokens, come through the client settings.
 */
public final class PulsarProvider implements DriverProvider {
    @Override
    public String system() {
        return "pulsar";
    }

    @Override
    public String client() {
        return "pulsar-client " + PulsarVersion.getVersion();
    }

    @Override
    public OutsideSettings callerLimits() {
        return OutsideSettings.beside(PulsarSpec.class, Map.of("LoginParametersShape", new LoginParametersShape()));
    }

    /** Checks settings by loading them as the client's builders do. */
    @Override
    public List<String> check(DriverConfig config) {
        try {
            PulsarSettings settings = PulsarSettings.resolve(config);
            return new SettingTrial("pulsar")
                    .give(
                            SettingGroup.CLIENT,
                            settings.client(),
                            some -> ConfigurationDataUtils.loadData(
                                    PulsarSettings.values(some),
                                    new ClientConfigurationData(),
                                    ClientConfigurationData.class))
                    .give(
                            SettingGroup.PRODUCER,
                            settings.producer(),
                            some -> ConfigurationDataUtils.loadData(
                                    PulsarSettings.values(some),
                                    new ProducerConfigurationData(),
                                    ProducerConfigurationData.class))
                    .give(
                            SettingGroup.CONSUMER,
                            settings.consumer(),
                            some -> ConfigurationDataUtils.loadData(
                                    PulsarSettings.values(some),
                                    new ConsumerConfigurationData<byte[]>(),
                                    ConsumerConfigurationData.class))
                    .problems();
        } catch (DriverException e) {
            return String.valueOf(e.getMessage()).lines().toList();
        }
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        PulsarSettings settings = PulsarSettings.resolve(config);
        PulsarAdmin admin = PulsarClients.admin(settings);
        try {
            return new PulsarDriver(settings, admin, PulsarClients.reach(settings));
        } catch (DriverException | RuntimeException e) {
            admin.close();
            throw e;
        }
    }
}
