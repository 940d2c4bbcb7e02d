package dev.assay.scenario.plan;

import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.TrialSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Describes one trial to be planned, without its place in the order.
 *
 * @param dimensions the keys whose values vary among the trials of the same system, with this trial's values; or names of
 *     variants, which change several keys, each with the name of this trial's variant
 * @param ofSystem the dimensions that change how the system is run, and not only the load
 * @param keys every key of the trial with its value
 */
public record TrialPoint(
        Map<KeyPath, String> dimensions, Set<KeyPath> ofSystem, Map<KeyPath, String> keys, TrialSpec spec) {
    private static final Set<String> LOAD = Set.of("workload", "phases");

    public TrialPoint {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        ofSystem = Set.copyOf(ofSystem);
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    public String system() {
        return spec.system().system();
    }

    /** Returns the system and the values that distinguish it from other points, by their paths. */
    public Point measured() {
        Map<String, String> values = new LinkedHashMap<>();
        dimensions.forEach((path, value) -> values.put(path.toString(), value));
        return new Point(system(), values);
    }

    /** Returns the text of the load alone: equal loads on different systems have equal texts. */
    String load() {
        return keys.entrySet().stream()
                .filter(key -> LOAD.contains(key.getKey().segments().getFirst()))
                .map(key -> key.getKey() + "=" + key.getValue())
                .collect(Collectors.joining("\n"));
    }
}
