package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import dev.assay.driver.contract.FailureCase;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.testing.cluster.SharedCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the contract on three real nodes. */
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

    /** A message that has lingered for 50 ms is older than 0 ms, and a producer's first message has no metadata yet. */
    @Override
    public List<FailureCase> failureCases() {
        VendorSettings old = new VendorSettings(
                Map.of(),
                Map.of("linger.ms", "50"),
                Map.of(),
                Map.of("message.timestamp.before.max.ms", "0"),
                Map.of());
        VendorSettings impatient = TestConfigs.producer(
                Map.of("linger.ms", "0", "request.timeout.ms", "1000", "delivery.timeout.ms", "2000"));
        return List.of(
                FailureCase.of(
                                "larger than the topic allows",
                                TestConfigs.topic(Map.of("max.message.bytes", "1000")),
                                3,
                                FailureClass.TOO_LARGE,
                                "RecordTooLargeException")
                        .of(5000),
                FailureCase.of("older than allowed", old, 1, FailureClass.REFUSED, "InvalidTimestampException"),
                FailureCase.of(
                        "no time for metadata",
                        TestConfigs.producer(Map.of("max.block.ms", "0")),
                        1,
                        FailureClass.TIMED_OUT,
                        "TimeoutException"),
                FailureCase.of("no answer", impatient, 10, FailureClass.TIMED_OUT, "TimeoutException")
                        .whileFrozen());
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
