package dev.assay.systems.memory.driver;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.systems.memory.LatencyLaw;
import dev.assay.systems.memory.MemorySpec;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Opens drivers of the in-memory system. Connection settings: {@code law}, {@code mean-nanos}, {@code stall-at-nanos}, {@code stall-nanos};
 * and for faults on request {@code drift-to-nanos} and {@code drift-for-nanos}, {@code decay-from} and {@code decay-for-nanos}, {@code
 * noise-percent}, {@code lose-every}, {@code withhold-every}, {@code duplicate-every}, {@code redeliver-every}, {@code reorder-every},
 * {@code fail-every}, {@code leaderless-partition}, {@code capacity-per-second}, each 0 where it is absent. Topics live in the process, and
 * all workers of a trial must be in it.
 */
public final class MemoryProvider implements DriverProvider {
    private final LocalClock clock;

    public MemoryProvider() {
        this(LocalClock.SYSTEM);
    }

    public MemoryProvider(LocalClock clock) {
        this.clock = clock;
    }

    @Override
    public String system() {
        return "memory";
    }

    @Override
    public String client() {
        return "in-memory driver";
    }

    @Override
    public OutsideSettings callerLimits() {
        return OutsideSettings.beside(MemorySpec.class);
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        return new MemoryDriver(latency(config.connection()), faults(config.connection()), clock);
    }

    static LatencySource latency(Map<String, String> connection) throws DriverException {
        return new LatencySource(
                law(connection),
                nanos(connection, "mean-nanos"),
                nanos(connection, "stall-at-nanos"),
                nanos(connection, "stall-nanos"),
                new LatencySource.Drift(
                        optional(connection, "drift-to-nanos"), optional(connection, "drift-for-nanos")),
                new LatencySource.Decay(
                        optional(connection, "decay-from"),
                        optional(connection, "decay-for-nanos"),
                        optional(connection, "noise-percent")),
                optional(connection, "capacity-per-second"));
    }

    static MemoryFaults faults(Map<String, String> connection) throws DriverException {
        return new MemoryFaults(
                optional(connection, "lose-every"),
                optional(connection, "withhold-every"),
                optional(connection, "duplicate-every"),
                optional(connection, "reorder-every"),
                optional(connection, "fail-every"),
                optional(connection, "leaderless-partition"),
                optional(connection, "redeliver-every"));
    }

    private static long optional(Map<String, String> connection, String key) throws DriverException {
        return connection.containsKey(key) ? number(connection, key, "a whole number") : 0;
    }

    private static LatencyLaw law(Map<String, String> connection) throws DriverException {
        String text = required(connection, "law");
        for (LatencyLaw law : LatencyLaw.values()) {
            if (law.name().equalsIgnoreCase(text)) {
                return law;
            }
        }
        throw new DriverException("the connection setting 'law' must be one of "
                + Arrays.toString(LatencyLaw.values()).toLowerCase(Locale.ROOT) + ", but is '" + text + "'");
    }

    private static long nanos(Map<String, String> connection, String key) throws DriverException {
        return number(connection, key, "a number of nanoseconds");
    }

    private static long number(Map<String, String> connection, String key, String expected) throws DriverException {
        String text = required(connection, key);
        if (!text.matches("[0-9]{1,18}")) {
            throw new DriverException(
                    "the connection setting '" + key + "' must be " + expected + ", but is '" + text + "'");
        }
        return Long.parseLong(text);
    }

    private static String required(Map<String, String> connection, String key) throws DriverException {
        String value = connection.get(key);
        if (value == null) {
            throw new DriverException("the connection setting '" + key + "' is missing");
        }
        return value;
    }
}
