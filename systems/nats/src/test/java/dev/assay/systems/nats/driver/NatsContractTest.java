package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import dev.assay.driver.contract.FailureCase;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.testing.cluster.SharedCluster;
import io.nats.client.Options;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the contract on three real nodes. */
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
    public List<FailureCase> failureCases() {
        return List.of(
                FailureCase.of(
                                "larger than the stream allows",
                                TestConfigs.topic(Map.of("max_msg_size", "1000")),
                                3,
                                FailureClass.TOO_LARGE,
                                "10054")
                        .of(5000),
                FailureCase.of(
                                "more than the stream holds",
                                TestConfigs.topic(Map.of("max_msgs", "5", "discard", "new")),
                                8,
                                FailureClass.FULL,
                                "10077")
                        .failing(3),
                FailureCase.of("a stream that is gone", VendorSettings.NONE, 3, FailureClass.REFUSED, "503")
                        .after((driver, topic) -> driver.deleteTopics(List.of(topic))),
                FailureCase.of(
                                "no answer",
                                TestConfigs.client(Map.of(Options.PROP_CLEANUP_INTERVAL, "1000")),
                                10,
                                FailureClass.TIMED_OUT,
                                "CancellationException")
                        .whileFrozen());
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        return Optional.of(NATS);
    }

    /** Returns a small number: each topic is a Raft group of three servers, and its subscription another one. */
    @Override
    public int manyTopics() {
        return 100;
    }

    /** Returns one byte more than servers accept. */
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
