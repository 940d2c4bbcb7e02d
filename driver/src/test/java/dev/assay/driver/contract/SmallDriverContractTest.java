package dev.assay.driver.contract;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SmallDriverContractTest extends DriverContract {
    private final SmallSystem system = new SmallSystem();

    SmallSystem system() {
        return system;
    }

    @Override
    public DriverProvider driverProvider() {
        return SmallDriver.provider(system);
    }

    @Override
    public DriverConfig config() {
        return new DriverConfig(
                Map.of(), DurabilityLevel.LEVEL_4, new Batching(Duration.ZERO, new ByteSize(0)), VendorSettings.NONE);
    }

    @Override
    public Optional<BrokerFaults> brokerFaults() {
        return Optional.of(system);
    }

    @Override
    public List<FailureCase> failureCases() {
        return List.of(FailureCase.of("too large", VendorSettings.NONE, 3, FailureClass.TOO_LARGE, "E42")
                .of(SmallSystem.MAX_PAYLOAD_BYTES + 1));
    }

    @Override
    public ContractTimeouts timeouts() {
        return new ContractTimeouts(Duration.ofMinutes(2));
    }
}
