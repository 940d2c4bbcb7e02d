package dev.assay.systems.pulsar.driver;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.systems.pulsar.NamespaceSettings;
import java.util.Map;
import java.util.Set;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

final class PulsarClientNames {
    static final Map<SettingGroup, SettingNames> KNOWN = Map.of(
            SettingGroup.CLIENT, names(ConfigurationFields.names(ClientConfigurationData.class)),
            SettingGroup.PRODUCER, names(ConfigurationFields.names(ProducerConfigurationData.class)),
            SettingGroup.CONSUMER, names(ConfigurationFields.names(ConsumerConfigurationData.class)),
            SettingGroup.TOPIC, names(NamespaceSettings.NAMES));

    private PulsarClientNames() {}

    private static SettingNames names(Set<String> names) {
        return SettingNames.of("this Pulsar client", names);
    }
}
