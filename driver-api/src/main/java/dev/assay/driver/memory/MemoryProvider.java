package dev.assay.driver.memory;

import dev.assay.core.scenario.MemorySpec.LatencyLaw;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import java.util.Locale;

/**
 * The in-memory system. Connection settings: {@code law}, {@code mean-nanos}, {@code stall-at-nanos}, {@code stall-nanos}.
 * Topics live in the process, so all producers and consumers of a trial must be on one worker.
 */
public final class MemoryProvider implements DriverProvider {
    @Override
    public String system() {
        return "memory";
    }

    @Override
    public String client() {
        return "in-memory driver";
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        String law = config.required("law").toUpperCase(Locale.ROOT);
        return new MemoryDriver(new LatencySource(
                LatencyLaw.valueOf(law),
                nanos(config, "mean-nanos"),
                nanos(config, "stall-at-nanos"),
                nanos(config, "stall-nanos")));
    }

    private static long nanos(DriverConfig config, String key) throws DriverException {
        String text = config.required(key);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new DriverException(
                    "the connection setting '" + key + "' must be a number of nanoseconds, but is '" + text + "'", e);
        }
    }
}
