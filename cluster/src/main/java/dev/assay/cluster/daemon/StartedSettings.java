package dev.assay.cluster.daemon;

import dev.assay.cluster.node.Cluster;
import dev.assay.model.spec.Redactor;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the settings with which a cluster was started, without secrets, for the records of the runs that measure it.
 *
 * @param nodes node to setting to value
 * @param overrides settings that Assay chose other than the vendor's default, each with its reason
 * @param artifacts SHA-256 of those fetched for it, by coordinates
 */
record StartedSettings(
        Map<String, Map<String, String>> nodes, Map<String, String> overrides, Map<String, String> artifacts) {
    StartedSettings {
        Map<String, Map<String, String>> sorted = new TreeMap<>();
        nodes.forEach((node, settings) -> sorted.put(node, Collections.unmodifiableMap(new TreeMap<>(settings))));
        nodes = Collections.unmodifiableMap(sorted);
        overrides = Collections.unmodifiableMap(new TreeMap<>(overrides));
        artifacts = Collections.unmodifiableMap(new TreeMap<>(artifacts));
    }

    static StartedSettings of(Cluster cluster) {
        Map<String, Map<String, String>> shown = new TreeMap<>();
        cluster.serverSettings()
                .forEach((node, settings) ->
                        shown.put(node, Redactor.of(settings).masked(settings)));
        return new StartedSettings(shown, cluster.overrides(), cluster.artifacts());
    }
}
