package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.testing.cluster.SharedCluster;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on three real nodes. */
@Tag("server")
class NatsContractTest extends DriverContract {
    private static final SharedCluster NATS = SharedCluster.of("nats");

    @BeforeAll
    static void startNats() {
        NATS.connection();
    }

    @Override
    public DriverProvider driverProvider() {
        return new NatsProvider();
    }

    @Override
    public DriverConfig config() {
        return TestConfigs.shared(NATS, Map.of(), VendorSettings.NONE);
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        return Optional.of(NATS);
    }

    /** Each is a Raft group of three servers, and another one for its subscription. */
    @Override
    public int manyTopics() {
        return 100;
    }

    /** One byte more than servers take. */
    @Override
    public long tooLargePayloadBytes(Capabilities capabilities) {
        return capabilities.maxPayloadBytes() + 1;
    }

    @Test
    void whatADriverOffersIsWhatAScenarioIsHeldAgainstBeforehand() throws Exception {
        SystemCapabilities beforehand = NatsSpec.usual().capabilities(VendorSettings.NONE);
        try (Driver driver = driverProvider().open(config())) {
            Capabilities offered = driver.capabilities();
            assertThat(new SystemCapabilities(offered.maxPayloadBytes(), offered.maxPartitions(), offered.keys()))
                    .isEqualTo(beforehand);
        }
    }
}
