package dev.assay.cluster.daemon;

import dev.assay.cluster.node.Cluster;
import dev.assay.model.spec.Redactor;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The servers' settings that a cluster was started with, for the records of the runs that measure it; without secrets.
 *
 * @param nodes node to setting to value
 * @param overrides settings that Assay chose other than the vendor's default, each with its reason
 */
record StartedSettings(Map<String, Map<String, String>> nodes, Map<String, String> overrides) {
    private static final String NODE = "node/";
    private static final String OVERRIDE = "override/";

    StartedSettings {
        Map<String, Map<String, String>> sorted = new TreeMap<>();
        nodes.forEach((node, settings) -> sorted.put(node, Collections.unmodifiableMap(new TreeMap<>(settings))));
        nodes = Collections.unmodifiableMap(sorted);
        overrides = Collections.unmodifiableMap(new TreeMap<>(overrides));
    }

    static StartedSettings of(Cluster cluster) {
        Map<String, Map<String, String>> shown = new TreeMap<>();
        cluster.serverSettings()
                .forEach((node, settings) ->
                        shown.put(node, Redactor.of(settings).masked(settings)));
        return new StartedSettings(shown, cluster.overrides());
    }

    Properties toProperties() {
        Properties text = new Properties();
        nodes.forEach((node, settings) ->
                settings.forEach((name, value) -> text.setProperty(NODE + node + "/" + name, value)));
        overrides.forEach((name, reason) -> text.setProperty(OVERRIDE + name, reason));
        return text;
    }

    static StartedSettings of(Properties text) {
        Map<String, Map<String, String>> nodes = new TreeMap<>();
        Map<String, String> overrides = new TreeMap<>();
        for (String key : text.stringPropertyNames()) {
            String value = text.getProperty(key, "");
            if (key.startsWith(OVERRIDE)) {
                overrides.put(key.substring(OVERRIDE.length()), value);
            } else if (key.startsWith(NODE) && key.indexOf('/', NODE.length()) > 0) {
                int end = key.indexOf('/', NODE.length());
                nodes.computeIfAbsent(key.substring(NODE.length(), end), node -> new TreeMap<>())
                        .put(key.substring(end + 1), value);
            }
        }
        return new StartedSettings(nodes, overrides);
    }
}
