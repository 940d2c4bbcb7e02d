package dev.assay.driver;

import java.util.Map;
import java.util.TreeMap;

/**
 * Holds one setting that a driver gives to a client or a cluster.
 *
 * @param reason who asked for it and why, as a phrase for the report
 */
public record Setting(String value, String reason) {
    public static final String HARNESS = "harness: ";

    private static final String SCENARIO = "scenario setting";

    /** Is the reason of a setting that must be given although it is the vendor's default. */
    public static final String VENDORS = "the vendor's default";

    public static Setting ofScenario(String value) {
        return new Setting(value, SCENARIO);
    }

    /** Tells whether the scenario itself has the setting with this value. */
    public boolean isOfScenario() {
        return reason.startsWith(SCENARIO);
    }

    /** Returns the driver's settings with those of the scenario, which win. */
    public static Map<String, Setting> overlaid(Map<String, Setting> defaults, Map<String, String> chosen) {
        Map<String, Setting> settings = new TreeMap<>(defaults);
        chosen.forEach((name, value) -> settings.put(name, ofScenario(value)));
        return settings;
    }

    public static Map<String, String> values(Map<String, Setting> settings) {
        Map<String, String> values = new TreeMap<>();
        settings.forEach((name, setting) -> values.put(name, setting.value()));
        return values;
    }
}
