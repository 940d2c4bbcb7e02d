package dev.assay.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.QueueKind;
import dev.assay.core.scenario.SystemOffer;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on three real nodes, for one kind of queue. */
abstract class RabbitMqContract extends DriverContract {
    private final QueueKind kind;

    RabbitMqContract(QueueKind kind) {
        this.kind = kind;
    }

    @BeforeAll
    static void startRabbitMq() throws IOException {
        SharedRabbitMq.get();
    }

    @Override
    public DriverProvider driverProvider() {
        return new RabbitMqProvider();
    }

    @Override
    public DriverConfig config() throws IOException {
        return new DriverConfig(
                SharedRabbitMq.get().connection(kind),
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ofMillis(1), new ByteSize(128 << 10)),
                VendorSettings.NONE);
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        try {
            return Optional.of(SharedRabbitMq.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatADriverOffersIsWhatAScenarioIsHeldAgainstBeforehand() throws Exception {
        SystemOffer beforehand = SharedRabbitMq.spec(kind).offer(VendorSettings.NONE);
        try (Driver driver = driverProvider().open(config())) {
            Capabilities offered = driver.capabilities();
            assertThat(new SystemOffer(offered.maxPayloadBytes(), offered.maxPartitions(), offered.keys()))
                    .isEqualTo(beforehand);
        }
    }

    /** One byte more than it takes; twice as much would be 128 MiB. */
    @Override
    public long tooLargePayloadBytes(Capabilities capabilities) {
        return capabilities.maxPayloadBytes() + 1;
    }
}
