package dev.assay.run.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.node.ExistingCluster;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A scenario's settings for servers that somebody else runs are shown beside their reports, and never in their place. */
class ServerSettingsTest {
    private static final String DELAY = "managedLedgerNewEntriesCheckDelayInMillis";
    private static final String CACHE = "bookie.dbStorage_writeCacheMaxSizeMb";
    private static final EffectiveConfig REPORTED =
            new EffectiveConfig(Map.of("broker", Map.of(DELAY, "0", "clusterName", "x")), Map.of());

    private static EffectiveConfig added(String settings) throws Exception {
        TrialSpec spec = ScenarioFile.read("x.yaml", """
                        name: x
                        systems: { pulsar: { deployment: existing, service.url: "pulsar://a:1", admin.url: "http://a:2" } }
                        settings: { pulsar: { broker: { %s } } }
                        """.formatted(settings), List.of(), Set.of())
                .plan()
                .trials()
                .getFirst()
                .spec();
        return ServerSettings.added(REPORTED, new ExistingCluster(Map.of()), spec);
    }

    @Test
    void whatServersHaveOtherwiseOrDoNotTellIsSaid() throws Exception {
        EffectiveConfig config = added(DELAY + ": 10, " + CACHE + ": 1024");

        assertThat(config.groups().get("broker"))
                .containsOnly(
                        Map.entry(DELAY, "0"),
                        Map.entry("clusterName", "x"),
                        Map.entry(CACHE, EffectiveConfig.UNKNOWN));
        assertThat(config.overrides())
                .containsOnly(
                        Map.entry(
                                "broker." + DELAY, "the scenario has 10, which Assay can't set on an existing cluster"),
                        Map.entry(
                                "broker." + CACHE,
                                "the scenario has 1024, which Assay can't set on an existing cluster"));
    }

    /** A topic's own setting overrides that of its broker. */
    @Test
    void whatHasServersDeleteMessagesIsNamed() throws Exception {
        TrialSpec spec = ScenarioFile.read("x.yaml", """
                        name: x
                        systems: { kafka: { deployment: existing, bootstrap.servers: "a:1" } }
                        """, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst()
                .spec();
        EffectiveConfig reported = new EffectiveConfig(
                Map.of(
                        "topic", Map.of("retention.ms", "604800000 | 60000", "cleanup.policy", "delete"),
                        "broker", Map.of("log.cleanup.policy", "compact", "log.retention.bytes", "1000")),
                Map.of());

        assertThat(ServerSettings.added(reported, new ExistingCluster(Map.of()), spec)
                        .groups()
                        .get(EffectiveConfig.DELETING))
                .containsOnly(
                        Map.entry("topic.retention.ms", "604800000 | 60000"),
                        Map.entry("broker.log.retention.bytes", "1000"));
    }

    @Test
    void whatServersReportOtherwiseWrittenIsTheSame() throws Exception {
        TrialSpec spec = ScenarioFile.read("x.yaml", """
                        name: x
                        systems: { nats: { deployment: existing, url: "nats://a:1" } }
                        durability: level-4
                        settings: { nats: { broker: { max_payload: 4MB, jetstream.sync_interval: 2m, jetstream.max_file_store: 1G } } }
                        """, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst()
                .spec();
        EffectiveConfig reported = new EffectiveConfig(
                Map.of(
                        "broker",
                        Map.of(
                                "max_payload", "4194304",
                                "jetstream.sync_interval", "2 min",
                                "jetstream.max_file_store", "1073741824")),
                Map.of());

        EffectiveConfig config = ServerSettings.added(reported, new ExistingCluster(Map.of()), spec);
        assertThat(config.groups().get("broker"))
                .containsEntry("max_payload", "4MB")
                .containsEntry("jetstream.sync_interval", "2m")
                .containsEntry("jetstream.max_file_store", "1073741824");
        assertThat(config.overrides()).containsOnlyKeys("broker.jetstream.max_file_store");
    }

    @Test
    void whatServersHaveAsAskedNeedsNoWords() throws Exception {
        assertThat(added(DELAY + ": 0")).isEqualTo(REPORTED);
    }
}
