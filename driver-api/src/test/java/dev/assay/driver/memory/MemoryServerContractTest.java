package dev.assay.driver.memory;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.driver.contract.DriverContract;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The in-memory system with a server keeps the contract, as a system with brokers does. */
class MemoryServerContractTest extends DriverContract {
    private static @Nullable ServerProcess server;

    @BeforeAll
    static void startServer() throws IOException {
        server = ServerProcess.start(
                Map.of("law", "exponential", "mean-nanos", "300000", "stall-at-nanos", "0", "stall-nanos", "0"));
    }

    @AfterAll
    static void endServer() throws InterruptedException {
        running().end();
    }

    private static ServerProcess running() {
        return Objects.requireNonNull(server, "no test is running");
    }

    @Override
    public DriverProvider driverProvider() {
        return new MemoryProvider();
    }

    @Override
    public DriverConfig config() {
        return new DriverConfig(
                running().connection(),
                DurabilityLevel.LEVEL_4,
                new Batching(Duration.ZERO, new ByteSize(0)),
                VendorSettings.NONE);
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        return Optional.of(running());
    }
}
