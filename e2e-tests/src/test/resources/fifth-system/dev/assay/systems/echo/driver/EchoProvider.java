package dev.assay.systems.echo.driver;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.util.Map;

/** The worker side, which borrows the topics of the in-memory system. */
public final class EchoProvider implements DriverProvider {
    @Override
    public String system() {
        return "echo";
    }

    @Override
    public String client() {
        return "echo-client 5";
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        Map<String, String> law = Map.of(
                "law", "constant",
                "mean-nanos", config.required("delay-nanos"),
                "stall-at-nanos", "0",
                "stall-nanos", "0");
        return new MemoryProvider()
                .open(new DriverConfig(law, config.durability(), config.batching(), config.settings()));
    }
}
