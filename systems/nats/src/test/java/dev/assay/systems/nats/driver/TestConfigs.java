package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.InFlightRoom;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.testing.cluster.SharedCluster;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

final class TestConfigs {
    static final Batching BATCHING = new Batching(Duration.ofMillis(1), new ByteSize(128 * 1024));

    private TestConfigs() {}

    /** Returns a configuration for the cluster that tests share, with {@code other} entries of the connection over its own. */
    static DriverConfig shared(SharedCluster cluster, Map<String, String> other, VendorSettings settings) {
        Map<String, String> connection = new TreeMap<>(cluster.connection());
        connection.putAll(other);
        return new DriverConfig(connection, DurabilityLevel.LEVEL_2, BATCHING, settings);
    }

    /** Returns a configuration with one copy for the server at {@code url}. */
    static DriverConfig at(String url, VendorSettings settings) {
        return new DriverConfig(connection(url), DurabilityLevel.LEVEL_4, BATCHING, settings);
    }

    static Map<String, String> connection(String url) {
        return Map.of(
                "url", url,
                "monitor.url", "",
                "nkey.file", "",
                "replication", "1",
                "storage", "file",
                "retention", "limits",
                "acknowledgement", "explicit",
                "prefetch", "500");
    }

    static DriverConfig inFlight(int messages) {
        return new DriverConfig(
                connection("nats://127.0.0.1:9"),
                DurabilityLevel.LEVEL_4,
                BATCHING,
                VendorSettings.NONE,
                new InFlightRoom(new InFlight(messages), 0, 0));
    }

    static VendorSettings client(Map<String, String> settings) {
        return new VendorSettings(settings, Map.of(), Map.of(), Map.of(), Map.of());
    }

    static VendorSettings consumer(Map<String, String> settings) {
        return new VendorSettings(Map.of(), Map.of(), settings, Map.of(), Map.of());
    }

    static VendorSettings topic(Map<String, String> settings) {
        return new VendorSettings(Map.of(), Map.of(), Map.of(), settings, Map.of());
    }
}
