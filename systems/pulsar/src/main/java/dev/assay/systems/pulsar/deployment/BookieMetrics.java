package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.local.Place;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerSettingsFile;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Where a bookie tells its metrics: on a port of its own, which stands in the file that it was started with. */
final class BookieMetrics {
    private static final String PROVIDER = "org.apache.bookkeeper.stats.prometheus.PrometheusMetricsProvider";
    private static final String CLASS = "statsProviderClass";
    private static final String HOST = "prometheusStatsHttpAddress";
    private static final String PORT = "prometheusStatsHttpPort";

    private BookieMetrics() {}

    /** What has a bookie tell them. */
    static Map<String, String> settings(Place bookie) {
        return Map.of(CLASS, PROVIDER, HOST, bookie.host(), PORT, Integer.toString(bookie.port(PulsarRecipe.WEB)));
    }

    /**
     * The page of a bookie that runs, whichever Assay has started it.
     *
     * @throws IOException when it has none, as where the scenario takes another provider, or an older Assay has started it
     */
    static URI page(ServerNode bookie) throws IOException {
        ServerSettingsFile file = ServerSettingsFile.beside(bookie.data(), ServerSettingsFile.Form.PROPERTIES);
        String host = file.value(HOST);
        if (!file.value(CLASS).equals(PROVIDER) || host.isEmpty()) {
            throw new IOException("it was started with its journal metrics turned off");
        }
        return file.metricsPage(host, file.value(PORT));
    }
}
