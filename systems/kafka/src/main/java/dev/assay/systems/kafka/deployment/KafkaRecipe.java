package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Reporting;
import dev.assay.cluster.local.ClusterPlan.Rolling;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.ClusterPlan.Task;
import dev.assay.cluster.local.ClusterPlan.TextFile;
import dev.assay.cluster.local.ClusterPlan.Upkeep;
import dev.assay.cluster.local.NodePlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Recipe;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.ServerSettingsFile.Form;
import dev.assay.systems.kafka.KafkaSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs Apache Kafka on this machine as combined KRaft nodes, whose storage is formatted first.
 *
 * @param upgrade the version to which servers can be upgraded; null without upgrades
 */
record KafkaRecipe(
        KafkaSpec spec,
        KafkaNodeSettings settings,
        KafkaJvm jvm,
        @Nullable KafkaJvm upgrade) {
    static final String CLIENT = "client";
    static final String CONTROLLER = "controller";
    static final String TLS = "tls";

    private static final String PREFIX = "broker-";
    private static final long FREE_BYTES_PER_NODE = 512L << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration FORMAT_TIME = Duration.ofMinutes(2);

    static long freeBytes(KafkaSpec spec) {
        return FREE_BYTES_PER_NODE * spec.nodes();
    }

    private List<Recipe.Node> nodes() {
        return settings.tls()
                ? Recipe.alike(spec.nodes(), PREFIX, CLIENT, CONTROLLER, TLS)
                : Recipe.alike(spec.nodes(), PREFIX, CLIENT, CONTROLLER);
    }

    /** Counts nodes from 1. */
    static String id(Place node) {
        return node.name().substring(PREFIX.length());
    }

    /** Returns one folder on each disk. */
    static List<Path> logDirs(Place node) {
        return node.disks().stream().map(disk -> disk.resolve("data")).toList();
    }

    Recipe recipe() {
        Map<String, String> checksums = new LinkedHashMap<>(jvm.jars().checksums());
        if (upgrade != null) {
            checksums.putAll(upgrade.jars().checksums());
        }
        return new Recipe(
                "Kafka",
                "Kafka %s, nodes: %d".formatted(spec.version(), spec.nodes()),
                freeBytes(spec),
                nodes(),
                PATIENCE,
                settings.failureTimeout(),
                new Recipe.Facts(Optional.empty(), settings.overrides(), checksums),
                this::plan);
    }

    private ClusterPlan plan(Site site) {
        List<Place> places = site.places();
        List<TextFile> files = new ArrayList<>(List.of(jvm.logging().file(site.logs())));
        List<NodePlan> upgraded = List.of();
        if (upgrade != null) {
            files.add(upgrade.logging().file(site.logs()));
            upgraded = brokers(site, upgrade);
        }
        // The metadata version stays as it is, so that servers could still go back, as when an upgrade begins.
        Rolling rolling = new Rolling(
                new ReadyCheck("", places, node -> MetadataProbe.allInSync(node, places.size())),
                upgraded,
                "the metadata version stays that of " + spec.version());
        return new ClusterPlan(
                List.of(new Stage(
                        format(site),
                        brokers(site, jvm),
                        List.of(new ReadyCheck("", places, node -> MetadataProbe.knowsAll(node, places.size()))))),
                List.of(site.temporaryFiles()),
                files,
                KafkaSystem.connection(spec, site.each(node -> node.address(settings.tls() ? TLS : CLIENT))),
                new Upkeep(_ -> {}, null, rolling),
                new Reporting(null, KafkaRecipe::loggedSettings));
    }

    private List<Task> format(Site site) {
        String clusterId = randomClusterId();
        return site.places().stream()
                .map(node -> {
                    String name = node.name() + "-format";
                    return new Task(
                            site.program(
                                    name,
                                    jvm.format(node.settings(Form.PROPERTIES), site.logs(), clusterId, isFirst(node)),
                                    name + ".log"),
                            FORMAT_TIME,
                            jvm.formatArchive());
                })
                .toList();
    }

    private static boolean isFirst(Place node) {
        return id(node).equals("1");
    }

    private List<NodePlan> brokers(Site site, KafkaJvm version) {
        return site.places().stream()
                .map(node -> new NodePlan(
                        node,
                        site.server(
                                node,
                                version.broker(
                                        node.settings(Form.PROPERTIES), site.logs(), spec.heap(), isFirst(node))),
                        node.port(CLIENT),
                        logDirs(node).getFirst(),
                        Optional.empty(),
                        new NodePlan.Settings(Form.PROPERTIES, settings.of(node, site.places())),
                        isFirst(node) ? version.brokerArchive() : null))
                .toList();
    }

    /** Creates a cluster's name: 16 random bytes as URL-safe Base64, never starting with a dash, which would read as an option. */
    static String randomClusterId() {
        String id = "-";
        while (id.startsWith("-")) {
            UUID uuid = UUID.randomUUID();
            ByteBuffer bytes = ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits());
            id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
        }
        return id;
    }

    /** Parses the first listing of effective settings in a broker's log, in which the broker itself masks secrets; empty without one. */
    static Map<String, String> loggedSettings(Path log) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        try (BufferedReader reader = Files.newBufferedReader(log)) {
            String line = reader.readLine();
            while (line != null && !line.contains("KafkaConfig values:")) {
                line = reader.readLine();
            }
            line = line == null ? null : reader.readLine();
            while (line != null && line.startsWith("\t")) {
                int split = line.indexOf(" = ");
                if (split > 0) {
                    settings.put(line.substring(1, split), line.substring(split + 3));
                }
                line = reader.readLine();
            }
        }
        return settings;
    }
}
