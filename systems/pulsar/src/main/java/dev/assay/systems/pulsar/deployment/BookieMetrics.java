package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.node.ServerNode;
import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Where a bookie tells its metrics: on a port of its own, which stands in the file that it was started with. */
final class BookieMetrics {
    private static final String PROVIDER = "org.apache.bookkeeper.stats.prometheus.PrometheusMetricsProvider";
    private static final String CLASS = "statsProviderClass";
    private static final String HOST = "prometheusStatsHttpAddress";
    private static final String PORT = "prometheusStatsHttpPort";

    private BookieMetrics() {}

    /** What has a bookie tell them. */
    static Map<String, String> settings(PulsarNodePlan bookie) {
        return Map.of(CLASS, PROVIDER, HOST, bookie.host(), PORT, Integer.toString(bookie.webPort()));
    }

    /** Whether that server is a bookie. */
    static boolean areOf(ServerNode node) {
        return node.name().startsWith(Role.BOOKIE.prefix());
    }

    /**
     * The page of a bookie that runs, whichever Assay has started it.
     *
     * @throws IOException when it has none, as where the scenario takes another provider, or an older Assay has started it
     */
    static URI page(ServerNode bookie) throws IOException {
        Path file = PulsarFiles.settings(bookie.data(), bookie.name());
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            settings.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is damaged", e);
        }
        String host = settings.getProperty(HOST, "");
        if (!settings.getProperty(CLASS, "").strip().equals(PROVIDER) || host.isBlank()) {
            throw new IOException("it was started with its journal metrics turned off");
        }
        try {
            int port = Integer.parseInt(settings.getProperty(PORT, ""));
            return new URI("http", null, host, port, "/metrics", null, null);
        } catch (URISyntaxException | NumberFormatException e) {
            throw new IOException(file + " has no address for its metrics", e);
        }
    }
}
