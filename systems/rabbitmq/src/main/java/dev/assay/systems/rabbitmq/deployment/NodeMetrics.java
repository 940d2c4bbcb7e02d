package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.node.ServerNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where a node tells its metrics: on a port of its own, which stands in the file that it was started with. */
final class NodeMetrics {
    private static final String HOST = "prometheus.tcp.ip";
    private static final String PORT = "prometheus.tcp.port";

    private NodeMetrics() {}

    /** Where a node is to tell them. */
    static Map<String, String> settings(RabbitMqNodePlan node) {
        return Map.of(HOST, node.host(), PORT, Integer.toString(node.ports().metrics()));
    }

    /**
     * The page of a node that runs, whichever Assay has started it.
     *
     * @throws IOException when it has none, as where an older Assay has started it
     */
    static URI page(ServerNode node) throws IOException {
        Path file = RabbitMqFiles.configuration(node.data(), node.name());
        String host = value(file, HOST);
        String port = value(file, PORT);
        if (host.isEmpty() || port.isEmpty()) {
            throw new IOException("it was started without the plugin that provides them");
        }
        try {
            return new URI("http", null, host, Integer.parseInt(port), "/metrics", null, null);
        } catch (URISyntaxException | NumberFormatException e) {
            throw new IOException(file + " has no address for its metrics", e);
        }
    }

    /** Of a setting in a file of lines such as {@code name = value}; empty where it is not set. */
    private static String value(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(name + " = "))
                .map(line -> line.substring(line.indexOf('=') + 1).strip())
                .findFirst()
                .orElse("");
    }
}
