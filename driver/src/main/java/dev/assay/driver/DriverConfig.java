package dev.assay.driver;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import java.util.Map;

/**
 * @param connection how to reach the system and the system's own options, such as {@code bootstrap.servers}
 * @param settings the vendor's settings from the scenario; they win over what the driver would set
 * @param inFlight for how many messages of a producer the client needs room: the engine sends no more of them
 */
public record DriverConfig(
        Map<String, String> connection,
        DurabilityLevel durability,
        Batching batching,
        VendorSettings settings,
        InFlightRoom inFlight) {
    public DriverConfig {
        connection = Map.copyOf(connection);
    }

    /** Creates a configuration with the usual room for messages in flight. */
    public DriverConfig(
            Map<String, String> connection, DurabilityLevel durability, Batching batching, VendorSettings settings) {
        this(connection, durability, batching, settings, InFlightRoom.USUAL);
    }

    /** @throws DriverException when the connection has no such entry */
    public String required(String key) throws DriverException {
        String value = connection.get(key);
        if (value == null || value.isBlank()) {
            throw new DriverException(
                    "the connection setting '" + key + "' is missing; it is needed to reach the system");
        }
        return value;
    }
}
