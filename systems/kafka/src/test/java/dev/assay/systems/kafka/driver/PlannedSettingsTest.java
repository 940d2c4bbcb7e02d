package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.systems.kafka.KafkaSpec.Acknowledgement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The settings shown by a plan are those that the driver gives to clients and topics. */
class PlannedSettingsTest {
    private static final Workload WORKLOAD = Workload.usual();

    private static KafkaSpec spec(Acknowledgement acknowledgement) {
        return new KafkaSpec("4.3.1", "4.3.1", 3, 0, acknowledgement, new ByteSize(256L << 20), "", "", Servers.LOCAL);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsPlannedIsSet(DurabilityLevel level) throws DriverException {
        for (Acknowledgement acknowledgement : Acknowledgement.values()) {
            KafkaSpec spec = spec(acknowledgement);
            KafkaSettings settings = KafkaSettings.resolve(new DriverConfig(
                    Map.of(
                            "bootstrap.servers", "127.0.0.1:9",
                            "replication", Integer.toString(spec.copies()),
                            "acknowledgement", acknowledgement.toString()),
                    level,
                    WORKLOAD.batching(),
                    VendorSettings.NONE));
            Map<String, String> topic = named("topic.", settings.topic());
            Map<String, String> set = new HashMap<>(topic);
            set.putAll(named("producer.", settings.producer()));
            set.putAll(named("consumer.", settings.consumer()));

            Map<String, String> planned = spec.setByAssay(level, WORKLOAD);

            assertThat(set).containsAllEntriesOf(planned);
            assertThat(planned).containsAllEntriesOf(topic).containsKey("producer.acks");
        }
    }

    private static Map<String, String> named(String group, Map<String, Setting> settings) {
        Map<String, String> named = new HashMap<>();
        settings.forEach((name, setting) -> named.put(group + name, setting.value()));
        return named;
    }
}
