package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.testing.cluster.SharedCluster;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on three real nodes. */
@Tag("server")
class KafkaContractTest extends DriverContract {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");

    @BeforeAll
    static void startKafka() {
        KAFKA.connection();
    }

    @Override
    public DriverProvider driverProvider() {
        return new KafkaProvider();
    }

    @Override
    public DriverConfig config() throws Exception {
        return TestConfigs.of(TestConfigs.servers(KAFKA), 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE);
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        return Optional.of(KAFKA);
    }

    @Test
    void whatADriverOffersIsWhatAScenarioIsHeldAgainstBeforehand() throws Exception {
        SystemCapabilities beforehand = KafkaSpec.capabilitiesOf(VendorSettings.NONE);
        try (Driver driver = driverProvider().open(config())) {
            Capabilities offered = driver.capabilities();
            assertThat(new SystemCapabilities(offered.maxPayloadBytes(), offered.maxPartitions(), offered.keys()))
                    .isEqualTo(beforehand);
        }
    }
}
