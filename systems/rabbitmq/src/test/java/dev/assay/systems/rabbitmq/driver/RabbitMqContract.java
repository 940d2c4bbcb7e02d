package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.ContractHooks;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import dev.assay.systems.rabbitmq.deployment.Specs;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Runs the contract, or parts of it, on three real nodes, for one kind of queue. The whole of it runs for quorum queues, which are reached
 * over AMQP, and for streams. For the other kinds only the parts run in which the driver or the server differs; the rest waits for the long
 * check.
 */
interface RabbitMqContract extends ContractHooks {
    QueueKind kind();

    /** Returns the server's version, as a scenario would name it. Where none is installed, the tests are skipped with the reason. */
    default String version() {
        return RabbitMqSpec.INSTALLED;
    }

    @Override
    default DriverProvider driverProvider() {
        return new RabbitMqProvider();
    }

    @Override
    default DriverConfig config() {
        return new DriverConfig(
                RabbitMqUnderTest.connection(version(), kind()),
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ofMillis(1), new ByteSize(128 << 10)),
                VendorSettings.NONE);
    }

    @Override
    default Optional<BrokerFaults> brokerFaults() {
        return Optional.of(RabbitMqUnderTest.cluster(version()));
    }

    /** Returns a small number: a thousand topics keep three nodes busy for a while; classic queues cover so many each time. */
    @Override
    default int manyTopics() {
        return 100;
    }

    /** Returns one byte more than is accepted; twice as much would be 128 MiB. */
    @Override
    default long tooLargePayloadBytes(Capabilities capabilities) {
        return capabilities.maxPayloadBytes() + 1;
    }

    @Test
    default void whatADriverOffersIsWhatAScenarioIsHeldAgainstBeforehand() throws Exception {
        try (Driver driver = driverProvider().open(config())) {
            SystemCapabilities beforehand = Specs.local(3, kind(), new ByteSize(1L << 30))
                    .withVersion(RabbitMqUnderTest.cluster(version()).serverVersion())
                    .capabilities(VendorSettings.NONE);
            Capabilities offered = driver.capabilities();
            assertThat(new SystemCapabilities(offered.maxPayloadBytes(), offered.maxPartitions(), offered.keys()))
                    .isEqualTo(beforehand);
        }
    }
}
