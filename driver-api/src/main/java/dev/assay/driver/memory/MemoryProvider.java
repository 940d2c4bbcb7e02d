package dev.assay.driver.memory;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import java.util.Arrays;
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
        return new MemoryDriver(new LatencySource(
                law(config),
                nanos(config, "mean-nanos"),
                nanos(config, "stall-at-nanos"),
                nanos(config, "stall-nanos")));
    }

    private static LatencyLaw law(DriverConfig config) throws DriverException {
        String text = config.required("law");
        for (LatencyLaw law : LatencyLaw.values()) {
            if (law.name().equalsIgnoreCase(text)) {
                return law;
            }
        }
        throw new DriverException("the connection setting 'law' must be one of "
                + Arrays.toString(LatencyLaw.values()).toLowerCase(Locale.ROOT) + ", but is '" + text + "'");
    }

    private static long nanos(DriverConfig config, String key) throws DriverException {
        String text = config.required(key);
        if (!text.matches("[0-9]{1,18}")) {
            throw new DriverException(
                    "the connection setting '" + key + "' must be a number of nanoseconds, but is '" + text + "'");
        }
        return Long.parseLong(text);
    }
}
