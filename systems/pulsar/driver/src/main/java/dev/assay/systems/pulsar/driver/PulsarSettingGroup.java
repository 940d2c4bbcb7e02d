package dev.assay.systems.pulsar.driver;

import java.util.Locale;
import java.util.Set;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/** The groups of vendor settings that the driver takes, with the names that the client on the class path knows. */
enum PulsarSettingGroup {
    CLIENT(ConfigurationFields.names(ClientConfigurationData.class)),
    PRODUCER(ConfigurationFields.names(ProducerConfigurationData.class)),
    CONSUMER(ConfigurationFields.names(ConsumerConfigurationData.class)),
    TOPIC(NamespacePolicies.NAMES);

    @SuppressWarnings("ImmutableEnumChecker") // a copy that can't be changed
    private final Set<String> names;

    PulsarSettingGroup(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    /** The names that this client version knows. */
    Set<String> names() {
        return names;
    }

    /** Where the settings stand in a scenario, such as {@code settings.pulsar.producer}. */
    String path() {
        return "settings.pulsar." + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
