package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import dev.assay.driver.contract.FailureCase;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.testing.cluster.SharedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the contract on three real bookies and two brokers. */
@Tag("server")
class PulsarContractTest extends DriverContract {
    private static final SharedCluster PULSAR = SharedCluster.of("pulsar");

    @BeforeAll
    static void startPulsar() {
        PULSAR.connection();
    }

    @Override
    public DriverProvider driverProvider() {
        return new PulsarProvider();
    }

    @Override
    public DriverConfig config() {
        return new DriverConfig(
                PULSAR.connection(),
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ofMillis(1), new ByteSize(128 << 10)),
                VendorSettings.NONE);
    }

    /** Half a second is enough to send five messages, which wait for it in a batch. */
    @Override
    public List<FailureCase> failureCases() {
        VendorSettings small = producer(Map.of(
                "blockIfQueueFull", "false",
                "maxPendingMessages", "2",
                "batchingMaxPublishDelayMicros", "500000"));
        return List.of(
                FailureCase.of("more than may be pending", small, 5, FailureClass.FULL, "ProducerQueueIsFullError")
                        .failing(3),
                FailureCase.of(
                                "a topic that was terminated",
                                VendorSettings.NONE,
                                3,
                                FailureClass.REFUSED,
                                "TopicTerminatedException")
                        .after(PulsarContractTest::terminate),
                FailureCase.of(
                                "no answer",
                                producer(Map.of("sendTimeoutMs", "2000")),
                                10,
                                FailureClass.TIMED_OUT,
                                "TimeoutException")
                        .whileFrozen());
    }

    private static VendorSettings producer(Map<String, String> settings) {
        return new VendorSettings(Map.of(), settings, Map.of(), Map.of(), Map.of());
    }

    private static void terminate(Driver driver, TopicSpec topic) throws Exception {
        String address = PULSAR.connection().getOrDefault("admin.url", "").split(",", -1)[0];
        try (PulsarAdmin admin = PulsarAdmin.builder()
                .serviceHttpUrl(address.startsWith("http") ? address : "http://" + address)
                .build()) {
            String namespace = topic.name().substring(0, topic.name().lastIndexOf('-'));
            admin.topics().terminatePartitionedTopic("persistent://public/" + namespace + "/" + topic.name());
        }
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        return Optional.of(PULSAR);
    }

    /** A batch counts as acknowledged when all its messages are, so those of a batch begun in each partition come again. */
    @Override
    public int maxRedeliveredAfterReconnect() {
        return 3 * 1_000;
    }

    @Test
    void whatADriverOffersIsWhatAScenarioIsHeldAgainstBeforehand() throws Exception {
        PulsarSpec spec = new PulsarSpec(
                "4.0.8",
                "4.2.4",
                3,
                2,
                PulsarSpec.Placement.TOGETHER,
                new ByteSize(256 << 20),
                new ByteSize(192 << 20),
                0,
                0,
                0,
                PulsarSpec.SubscriptionType.FAILOVER,
                "public",
                "",
                "",
                Servers.LOCAL);
        SystemCapabilities beforehand = spec.capabilities(VendorSettings.NONE);
        try (Driver driver = driverProvider().open(config())) {
            Capabilities offered = driver.capabilities();
            assertThat(new SystemCapabilities(offered.maxPayloadBytes(), offered.maxPartitions(), offered.keys()))
                    .isEqualTo(beforehand);
        }
    }
}
