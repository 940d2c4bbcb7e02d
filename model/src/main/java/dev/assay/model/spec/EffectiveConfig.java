package dev.assay.model.spec;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The effective settings, read back from the clients and the system, by group ({@code producer}, {@code consumer},
 * {@code topic}, {@code broker}).
 *
 * @param groups group to setting to value; secrets are masked by whoever read them
 * @param overrides settings that differ from the vendor's default, by group and setting: the reason
 */
public record EffectiveConfig(Map<String, Map<String, String>> groups, Map<String, String> overrides) {
    /** The group of what producers were opened with. */
    public static final String PRODUCER = "producer";

    /** The setting of that group that says how many messages a producer may have in flight. */
    public static final String IN_FLIGHT = "in-flight";

    /** Nothing known. */
    public static final EffectiveConfig NONE = new EffectiveConfig(Map.of(), Map.of());

    public EffectiveConfig {
        groups.values().forEach(settings -> settings.values().forEach(Objects::requireNonNull));
        overrides.values().forEach(Objects::requireNonNull);
        TreeMap<String, Map<String, String>> sorted = new TreeMap<>();
        groups.forEach(
                (group, settings) -> sorted.put(group, java.util.Collections.unmodifiableMap(new TreeMap<>(settings))));
        groups = java.util.Collections.unmodifiableMap(sorted);
        overrides = java.util.Collections.unmodifiableMap(new TreeMap<>(overrides));
    }
}
