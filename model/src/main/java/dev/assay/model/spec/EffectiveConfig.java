package dev.assay.model.spec;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Holds the effective settings, read back from the clients and the system, by group ({@code producer}, {@code consumer},
 * {@code topic}, {@code broker}).
 *
 * @param groups group to setting to value; secrets are masked by whoever read them
 * @param overrides settings that differ from the vendor's default, by group and setting: the reason
 */
public record EffectiveConfig(Map<String, Map<String, String>> groups, Map<String, String> overrides) {
    /** Names the group of the settings that producers were opened with. */
    public static final String PRODUCER = "producer";

    /** Names the setting of {@link #PRODUCER} that says how many messages a producer may have in flight. */
    public static final String IN_FLIGHT = "in-flight";

    /** Names the group of the settings that servers report about themselves. */
    public static final String BROKER = "broker";

    /** Names the group that says how a cluster that stays up between runs was started. */
    public static final String STARTED_BY_ASSAY = "cluster";

    /** Names the group of the settings in effect with which servers delete messages by themselves, each as {@code GROUP.SETTING}. */
    public static final String DELETING = "deletes messages";

    /** Names the group of what was known before the trial ran ({@link TrialSpec#notes}). */
    public static final String NOTES = "notes";

    /** Stands for the value of a setting that servers do not report. */
    public static final String UNKNOWN = "unknown";

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

    /** Returns the requested server settings that the servers report otherwise: by name what they report, or {@link #UNKNOWN}. */
    public Map<String, String> otherwise(Map<String, String> requested) {
        Map<String, String> reported = groups.getOrDefault(BROKER, Map.of());
        Map<String, String> otherwise = new TreeMap<>();
        requested.forEach((name, value) -> {
            String reportedValue = reported.getOrDefault(name, UNKNOWN);
            if (!reportedValue.strip().equalsIgnoreCase(value.strip())) {
                otherwise.put(name, reportedValue);
            }
        });
        return otherwise;
    }
}
