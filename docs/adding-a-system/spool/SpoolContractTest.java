package spool;

import dev.assay.driver.*;
import dev.assay.driver.contract.DriverContract;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.*;
import dev.assay.model.unit.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class SpoolContractTest extends DriverContract {
    @TempDir Path folder;

    @Override public DriverProvider driverProvider() { return new SpoolDriver.Provider(); }
    @Override public boolean hasQueues() { return false; }

    @Override public DriverConfig config() {
        return new DriverConfig(Map.of("folder", folder.toString(), "poll", "PT0.001S"),
                DurabilityLevel.LEVEL_3, new Batching(Duration.ZERO, new ByteSize(0)), VendorSettings.NONE);
    }
}
