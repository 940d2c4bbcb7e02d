package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverConfig;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.testing.cluster.SharedCluster;
import java.time.Duration;
import java.util.Map;

final class TestConfigs {
    static final Batching BATCHING = new Batching(Duration.ofMillis(1), new ByteSize(128 * 1024));

    private TestConfigs() {}

    /** Returns host:port of all nodes, comma-separated. */
    static String servers(SharedCluster cluster) {
        return cluster.connection().getOrDefault("bootstrap.servers", "");
    }

    static DriverConfig of(String servers, int replication, DurabilityLevel level, VendorSettings settings) {
        return new DriverConfig(
                Map.of("bootstrap.servers", servers, "replication", Integer.toString(replication)),
                level,
                BATCHING,
                settings);
    }

    /** Returns a configuration with three copies, at level-2, and offsets that are committed after each poll. */
    static DriverConfig committingEachPoll(String servers) {
        return new DriverConfig(
                Map.of("bootstrap.servers", servers, "replication", "3", "acknowledgement", "poll"),
                DurabilityLevel.LEVEL_2,
                BATCHING,
                VendorSettings.NONE);
    }

    static DriverConfig of(DurabilityLevel level, VendorSettings settings) {
        return of("127.0.0.1:9", 3, level, settings);
    }

    static VendorSettings client(Map<String, String> settings) {
        return new VendorSettings(settings, Map.of(), Map.of(), Map.of(), Map.of());
    }

    static VendorSettings producer(Map<String, String> settings) {
        return new VendorSettings(Map.of(), settings, Map.of(), Map.of(), Map.of());
    }

    static VendorSettings consumer(Map<String, String> settings) {
        return new VendorSettings(Map.of(), Map.of(), settings, Map.of(), Map.of());
    }

    static VendorSettings topic(Map<String, String> settings) {
        return new VendorSettings(Map.of(), Map.of(), Map.of(), settings, Map.of());
    }
}
