package dev.assay.bench.loop;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.time.Duration;
import java.util.Map;

final class MemoryDrivers {
    private MemoryDrivers() {}

    static Driver immediate() throws DriverException {
        Map<String, String> law = Map.of("law", "none", "mean-nanos", "0", "stall-at-nanos", "0", "stall-nanos", "0");
        return new MemoryProvider()
                .open(new DriverConfig(
                        law,
                        DurabilityLevel.LEVEL_1,
                        new Batching(Duration.ZERO, new ByteSize(1024)),
                        VendorSettings.NONE));
    }
}
