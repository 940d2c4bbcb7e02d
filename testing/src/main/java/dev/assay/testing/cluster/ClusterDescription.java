package dev.assay.testing.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Describes a cluster, and converts it to one map of texts, which can be sent.
 *
 * @param settings the effective ones, by node
 */
public record ClusterDescription(
        String serverVersion,
        List<SharedNode> nodes,
        Map<String, Map<String, String>> settings,
        Map<String, String> overrides,
        Map<String, String> artifacts) {
    private static final String VERSION = "version";
    private static final String NODES = "nodes.";
    private static final String SETTINGS = "settings.";
    private static final String OVERRIDES = "overrides.";
    private static final String ARTIFACTS = "artifacts.";

    public ClusterDescription {
        nodes = List.copyOf(nodes);
        settings = Map.copyOf(settings);
        overrides = Map.copyOf(overrides);
        artifacts = Map.copyOf(artifacts);
    }

    public Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        texts.put(VERSION, serverVersion);
        for (int i = 0; i < nodes.size(); i++) {
            SharedNode node = nodes.get(i);
            String prefix = NODES + i + ".";
            texts.put(prefix + "name", node.name());
            texts.put(prefix + "pid", Long.toString(node.pid()));
            texts.put(prefix + "port", Integer.toString(node.port()));
            texts.put(prefix + "log", node.log().toString());
            texts.put(prefix + "data", node.data().toString());
            node.page().ifPresent(page -> texts.put(prefix + "page", page.toString()));
            settings.getOrDefault(node.name(), Map.of())
                    .forEach((name, value) -> texts.put(SETTINGS + node.name() + "." + name, value));
        }
        overrides.forEach((name, value) -> texts.put(OVERRIDES + name, value));
        artifacts.forEach((name, value) -> texts.put(ARTIFACTS + name, value));
        return texts;
    }

    /** Parses the result of {@link #texts}. */
    public static ClusterDescription of(Map<String, String> texts) {
        List<SharedNode> nodes = new ArrayList<>();
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (int i = 0; texts.containsKey(NODES + i + ".name"); i++) {
            Map<String, String> node = below(NODES + i + ".", texts);
            String name = text(node, "name");
            nodes.add(new SharedNode(
                    name,
                    Long.parseLong(text(node, "pid")),
                    Integer.parseInt(text(node, "port")),
                    Path.of(text(node, "log")),
                    Path.of(text(node, "data")),
                    Optional.ofNullable(node.get("page")).map(URI::create)));
            settings.put(name, below(SETTINGS + name + ".", texts));
        }
        return new ClusterDescription(
                text(texts, VERSION), nodes, settings, below(OVERRIDES, texts), below(ARTIFACTS, texts));
    }

    private static String text(Map<String, String> texts, String name) {
        return Objects.requireNonNull(texts.get(name), name);
    }

    private static Map<String, String> below(String prefix, Map<String, String> texts) {
        Map<String, String> settings = new TreeMap<>();
        texts.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                settings.put(name.substring(prefix.length()), value);
            }
        });
        return settings;
    }
}
