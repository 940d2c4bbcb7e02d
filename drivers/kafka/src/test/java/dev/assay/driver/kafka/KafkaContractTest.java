package dev.assay.driver.kafka;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on three real nodes. */
@Tag("real")
class KafkaContractTest extends DriverContract {
    @BeforeAll
    static void startKafka() throws Exception {
        RealKafka.get();
    }

    @Override
    public DriverProvider driverProvider() {
        return new KafkaProvider();
    }

    @Override
    public DriverConfig config() throws Exception {
        return TestConfigs.of(RealKafka.get().bootstrapServers(), 3, DurabilityLevel.LEVEL_2, VendorSettings.NONE);
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        try {
            return Optional.of(RealKafka.get());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
