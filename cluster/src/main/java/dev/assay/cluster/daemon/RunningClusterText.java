package dev.assay.cluster.daemon;

import dev.assay.host.process.ProcessIdentity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** A running cluster as properties, the form in which it is kept on disk. */
final class RunningClusterText {
    private static final String CONNECTION = "connection.";

    private RunningClusterText() {}

    static Properties write(RunningCluster cluster) {
        Properties text = new Properties();
        text.setProperty("system", cluster.system());
        text.setProperty("version", cluster.version());
        text.setProperty("durability", cluster.durability());
        text.setProperty("since", cluster.since().toString());
        put(text, "keeper", cluster.daemon());
        cluster.failure().ifPresent(reason -> text.setProperty("failure", reason));
        cluster.connection().forEach((name, value) -> text.setProperty(CONNECTION + name, value));
        text.setProperty("nodes", Integer.toString(cluster.nodes().size()));
        for (int i = 0; i < cluster.nodes().size(); i++) {
            RunningNode node = cluster.nodes().get(i);
            String prefix = "node." + i;
            text.setProperty(prefix + ".name", node.name());
            text.setProperty(prefix + ".port", Integer.toString(node.port()));
            text.setProperty(prefix + ".log", node.log().toString());
            text.setProperty(prefix + ".data", node.data().toString());
            node.page().ifPresent(page -> text.setProperty(prefix + ".page", page.toString()));
            put(text, prefix, node.process());
        }
        return text;
    }

    static RunningCluster read(Properties text) throws IOException {
        try {
            List<RunningNode> nodes = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(required(text, "nodes")); i++) {
                nodes.add(node(text, "node." + i));
            }
            Map<String, String> connection = new TreeMap<>();
            text.stringPropertyNames().stream()
                    .filter(name -> name.startsWith(CONNECTION))
                    .forEach(name -> connection.put(name.substring(CONNECTION.length()), text.getProperty(name, "")));
            return new RunningCluster(
                    required(text, "system"),
                    required(text, "version"),
                    required(text, "durability"),
                    Instant.parse(required(text, "since")),
                    process(text, "keeper"),
                    connection,
                    nodes,
                    Optional.ofNullable(text.getProperty("failure")));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    private static RunningNode node(Properties text, String prefix) throws IOException {
        return new RunningNode(
                required(text, prefix + ".name"),
                process(text, prefix),
                Integer.parseInt(required(text, prefix + ".port")),
                Path.of(required(text, prefix + ".log")),
                Path.of(required(text, prefix + ".data")),
                Optional.ofNullable(text.getProperty(prefix + ".page")).map(URI::create));
    }

    private static void put(Properties text, String prefix, ProcessIdentity process) {
        text.setProperty(prefix + ".pid", Long.toString(process.pid()));
        text.setProperty(prefix + ".begun", process.begun());
        text.setProperty(prefix + ".namespace", process.namespace());
    }

    private static ProcessIdentity process(Properties text, String prefix) throws IOException {
        return new ProcessIdentity(
                Long.parseLong(required(text, prefix + ".pid")),
                required(text, prefix + ".begun"),
                required(text, prefix + ".namespace"));
    }

    private static String required(Properties text, String name) throws IOException {
        String value = text.getProperty(name);
        if (value == null) {
            throw new IOException("it has no entry '" + name + "'");
        }
        return value;
    }
}
