package dev.assay.driver;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.InFlight;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Describes the room that clients need for messages in flight.
 *
 * @param limit that Assay keeps to, the same on all systems
 * @param bytes of payload that so many messages of a producer have at most; 0 where that is not known
 * @param maxBytes of memory that a producer's client may be given
 */
public record InFlightRoom(InFlight limit, long bytes, long maxBytes) {
    public static final InFlightRoom USUAL = new InFlightRoom(InFlight.DEFAULT, 0, 0);

    public static final String GROUP = EffectiveConfig.PRODUCER;

    public static final String NAME = EffectiveConfig.IN_FLIGHT;

    /** A client's memory is never filled with payload alone: there are headers, and batches with room left. */
    private static final long MEMORY_FOR_EACH_BYTE = 2;

    public InFlightRoom {
        if (bytes < 0 || maxBytes < 0) {
            throw new IllegalArgumentException(
                    "bytes in flight must not be negative, but are " + bytes + " and at most " + maxBytes);
        }
    }

    /**
     * Returns the memory in bytes with which the limit binds and not the client's memory, as far as there is; empty where the
     * usual memory will do.
     */
    public Optional<Setting> memory(long usualBytes) {
        long needed = Math.min(MEMORY_FOR_EACH_BYTE * bytes, maxBytes);
        return limit.isLimited() && needed > usualBytes
                ? Optional.of(new Setting(
                        Long.toString(needed),
                        Setting.HARNESS + "room for the " + limit + " messages of workload.in-flight"))
                : Optional.empty();
    }

    /** Returns a note where a client's memory, in bytes, may be full before the limit is reached; else empty. */
    public Optional<String> fullBefore(String setting, long memoryBytes) {
        return limit.isLimited() && memoryBytes > 0 && memoryBytes < bytes
                ? Optional.of("%d messages, but %s=%d allows only about %d of them"
                        .formatted(
                                limit.messages(), setting, memoryBytes, (long) limit.messages() * memoryBytes / bytes))
                : Optional.empty();
    }

    /** Returns a note where a client has a lower limit of its own; else empty. */
    public Optional<String> lowerThan(String setting, long messages) {
        return limit.isLimited() && messages > 0 && messages < limit.messages()
                ? Optional.of("%d messages, but %s=%d is lower".formatted(limit.messages(), setting, messages))
                : Optional.empty();
    }

    /** Returns the effective settings with the limit, unless the driver has said already what the client makes of it. */
    public static EffectiveConfig shownIn(EffectiveConfig config, InFlight limit) {
        Map<String, Map<String, String>> groups = new HashMap<>(config.groups());
        Map<String, String> producer = new TreeMap<>(groups.getOrDefault(GROUP, Map.of()));
        producer.putIfAbsent(NAME, limit.isLimited() ? limit.messages() + " messages" : "as many as the client allows");
        groups.put(GROUP, producer);
        Map<String, String> overrides = new HashMap<>(config.overrides());
        if (limit.isLimited()) {
            overrides.putIfAbsent(
                    GROUP + "." + NAME, "workload.in-flight: beyond it a producer blocks, on all systems");
        }
        return new EffectiveConfig(groups, overrides);
    }
}
