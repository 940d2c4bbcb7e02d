package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Recipe;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.DiskLayout;
import dev.assay.systems.pulsar.PulsarDurability;
import dev.assay.systems.pulsar.PulsarSettingRules;
import dev.assay.systems.pulsar.PulsarSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds the settings of each process: the distribution's own, its place in this cluster, what the durability level and the published
 * tuning ask for, and the user's, which win. A user's setting is a broker's, or a bookie's when its name begins with {@code bookie.}.
 */
record PulsarNodeSettings(
        PulsarSpec spec,
        DurabilityLevel durability,
        PulsarDistribution distribution,
        Map<String, String> chosenByUser) {
    private static final String BOOKIE = "bookie.";
    /** Caches that a bookie takes from its memory outside the heap, by default a quarter of it each. */
    private static final List<String> BOOKIE_CACHES =
            List.of("dbStorage_writeCacheMaxSizeMb", "dbStorage_readAheadCacheMaxSizeMb");

    private static final String METRICS = "statsProviderClass";

    private static final String PROMETHEUS = "org.apache.bookkeeper.stats.prometheus.PrometheusMetricsProvider";

    private static final String BROKER_CACHE = "managedLedgerCacheSizeMB";

    /** @throws DeploymentException when the user's settings contradict how Assay builds a cluster */
    PulsarNodeSettings {
        Recipe.refuseAssaysOwn("pulsar", chosenByUser.keySet(), PulsarSettingRules::isAssaysOwn);
    }

    Map<String, String> of(Place node, String metadataStore) {
        Map<String, String> settings = switch (Role.of(node)) {
            case ZOOKEEPER -> zooKeeper(node);
            case BOOKIE -> bookie(node, metadataStore);
            case BROKER -> broker(node, metadataStore);
        };
        return Collections.unmodifiableMap(settings);
    }

    Map<String, String> overrides() {
        Map<String, String> reasons = new LinkedHashMap<>();
        boolean sync = PulsarDurability.journalSyncData(durability);
        reasons.put("bookie.journalSyncData", sync + ", as durability " + durability + " needs");
        if (!sync) {
            reasons.put("bookie.journalPageCacheFlushIntervalMSec", "1000, as published with asynchronous journals");
        }
        reasons.put(
                "bookie.prometheusStatsHttpPort",
                "one for each bookie, since they share an address; Assay reads their metrics");
        reasons.put("bookie.diskUsageThreshold", "0.99, so that a disk shared with others does not stop a small run");
        reasons.put("bookie.allowLoopback", "true, since all bookies are on this machine");
        reasons.put("broker.managedLedgerNewEntriesCheckDelayInMillis", "0 instead of 10: the published tuning");
        reasons.put("broker.bookkeeperNumberOfChannelsPerBookie", "64 instead of 16: the published tuning");
        reasons.put("broker.allowAutoTopicCreation", "false, so that a mistyped topic is an error");
        reasons.put("jvm.gc", "G1 instead of ZGC, which needs heaps of gigabytes to keep up");
        reasons.put("jvm.heap", "small enough for one machine, as the scenario says");
        if (askedCacheBytes(Role.BOOKIE) > 0) {
            BOOKIE_CACHES.forEach(cache -> reasons.put(
                    BOOKIE + cache,
                    "as large as without the other cache, which the scenario sets and gets memory for"));
        }
        spec.disks().describe().ifPresent(disks -> reasons.put("bookie.ledgerDirectories", disks));
        chosenByUser
                .keySet()
                .forEach(key -> reasons.put(key.startsWith(BOOKIE) ? key : "broker." + key, "set in the scenario"));
        return Collections.unmodifiableMap(reasons);
    }

    private static Map<String, String> zooKeeper(Place node) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("tickTime", "2000");
        settings.put("dataDir", node.folder().toString());
        settings.put("clientPort", Integer.toString(node.port(PulsarRecipe.CLIENT)));
        settings.put("clientPortAddress", node.host());
        settings.put("admin.enableServer", "false");
        settings.put("forceSync", "yes");
        return settings;
    }

    private Map<String, String> bookie(Place node, String metadataStore) {
        Map<String, String> settings = new TreeMap<>(distribution.settings("bookkeeper.conf"));
        settings.remove("zkServers");
        settings.put("metadataServiceUri", "metadata-store:" + metadataStore);
        settings.put("bookiePort", Integer.toString(node.port(PulsarRecipe.CLIENT)));
        new BookieFolders(spec.disks().layout(), writesJournal(), node.disks()).putInto(settings);
        settings.put("allowLoopback", "true");
        settings.put("listeningInterface", node.host().equals("127.0.0.1") ? "lo" : "eth0");
        settings.put("advertisedAddress", node.host());
        settings.put("diskUsageThreshold", "0.99");
        settings.put("diskUsageWarnThreshold", "0.98");
        settings.put(METRICS, PROMETHEUS);
        settings.put("prometheusStatsHttpAddress", node.host());
        settings.put("prometheusStatsHttpPort", Integer.toString(node.port(PulsarRecipe.WEB)));
        settings.put("journalSyncData", Boolean.toString(PulsarDurability.journalSyncData(durability)));
        if (!PulsarDurability.journalSyncData(durability)) {
            settings.put("journalPageCacheFlushIntervalMSec", "1000");
        }
        chosenByUser.forEach((name, value) -> {
            if (name.startsWith(BOOKIE)) {
                settings.put(name.substring(BOOKIE.length()), value);
            }
        });
        if (askedCacheBytes(Role.BOOKIE) > 0) {
            BOOKIE_CACHES.stream()
                    .filter(cache -> askedBytes(BOOKIE + cache) == 0)
                    .forEach(cache ->
                            settings.put(cache, Long.toString((usualDirectMemoryBytes(Role.BOOKIE) / 4) >> 20)));
        }
        return settings;
    }

    private Map<String, String> broker(Place node, String metadataStore) {
        Map<String, String> settings = new TreeMap<>(distribution.settings("broker.conf"));
        PulsarSpec.Quorums quorums = spec.quorums(durability);
        settings.put("clusterName", PulsarRecipe.CLUSTER);
        settings.put("bindAddress", node.host());
        settings.put("advertisedAddress", node.host());
        settings.put("brokerServicePort", Integer.toString(node.port(PulsarRecipe.CLIENT)));
        settings.put("webServicePort", Integer.toString(node.port(PulsarRecipe.WEB)));
        settings.put("metadataStoreUrl", metadataStore);
        settings.put("configurationMetadataStoreUrl", metadataStore);
        settings.put("managedLedgerDefaultEnsembleSize", Integer.toString(quorums.ensemble()));
        settings.put("managedLedgerDefaultWriteQuorum", Integer.toString(quorums.write()));
        settings.put("managedLedgerDefaultAckQuorum", Integer.toString(quorums.ack()));
        settings.put("managedLedgerNewEntriesCheckDelayInMillis", "0");
        settings.put("bookkeeperNumberOfChannelsPerBookie", "64");
        settings.put("allowAutoTopicCreation", "false");
        chosenByUser.forEach((name, value) -> {
            if (!name.startsWith(BOOKIE)) {
                settings.put(name, value);
            }
        });
        return settings;
    }

    /** Returns the page of a process's metrics; empty where the scenario sets another provider. */
    Optional<URI> page(Place node) {
        boolean onPage = Role.of(node) == Role.BOOKIE
                && chosenByUser
                        .getOrDefault(BOOKIE + METRICS, PROMETHEUS)
                        .strip()
                        .equals(PROMETHEUS);
        return onPage ? Optional.of(node.page(PulsarRecipe.WEB, "/metrics")) : Optional.empty();
    }

    private boolean writesJournal() {
        return !chosenByUser
                .getOrDefault(BOOKIE + "journalWriteData", "true")
                .strip()
                .equalsIgnoreCase("false");
    }

    /** Returns the time after which ZooKeeper takes a silent broker or bookie for dead. */
    Duration failureTimeout() {
        long broker = Long.parseLong(setting("metadataStoreSessionTimeoutMillis", "broker.conf", ""));
        long bookie = Long.parseLong(setting("zkTimeout", "bookkeeper.conf", BOOKIE));
        return Duration.ofMillis(Math.max(broker, bookie));
    }

    private String setting(String name, String file, String prefix) {
        String chosen = chosenByUser.get(prefix + name);
        return chosen == null ? distribution.settings(file).getOrDefault(name, "30000") : chosen;
    }

    long heapBytes(Role role) {
        return switch (role) {
            case ZOOKEEPER -> 96L << 20;
            case BOOKIE -> spec.bookieHeap().bytes();
            case BROKER -> spec.heap().bytes();
        };
    }

    /**
     * Returns the memory outside the heap, in bytes: twice the heap, and the caches that the scenario asks for on top, since a bookie whose
     * caches do not fit does not start, and a broker whose cache does not fit ends when it is full.
     */
    long directMemoryBytes(Role role) {
        return usualDirectMemoryBytes(role) + askedCacheBytes(role);
    }

    private long usualDirectMemoryBytes(Role role) {
        return 2 * heapBytes(role);
    }

    private long askedCacheBytes(Role role) {
        return switch (role) {
            case ZOOKEEPER -> 0;
            case BOOKIE ->
                BOOKIE_CACHES.stream()
                        .mapToLong(cache -> askedBytes(BOOKIE + cache))
                        .sum();
            case BROKER -> askedBytes(BROKER_CACHE);
        };
    }

    /** Returns the scenario's value in bytes; 0 where it is missing, or a value that the server itself has to refuse. */
    private long askedBytes(String setting) {
        String megabytes = chosenByUser.getOrDefault(setting, "").strip();
        return megabytes.matches("[0-9]{1,9}") ? Long.parseLong(megabytes) << 20 : 0;
    }

    /**
     * Places a bookie's journals and ledgers.
     *
     * @param writesJournal whether entries go through the journal; otherwise no disk is kept for it
     */
    private record BookieFolders(DiskLayout layout, boolean writesJournal, List<Path> disks) {
        private List<Path> journals() {
            return (split() ? disks.subList(0, 1) : disks)
                    .stream().map(disk -> disk.resolve("journal")).toList();
        }

        private List<Path> ledgers() {
            return (split() && writesJournal ? disks.subList(1, disks.size()) : disks)
                    .stream().map(disk -> disk.resolve("ledgers")).toList();
        }

        private boolean split() {
            boolean splits = layout == DiskLayout.SPLIT || layout == DiskLayout.USUAL;
            return splits && disks.size() > 1;
        }

        /** Adds the folders. A single journal has the name of the distribution's setting, which the one for several would override. */
        void putInto(Map<String, String> settings) {
            List<Path> journals = journals();
            if (journals.size() == 1) {
                settings.put("journalDirectory", journals.getFirst().toString());
            } else {
                settings.remove("journalDirectory");
                settings.put("journalDirectories", joined(journals));
            }
            settings.put("ledgerDirectories", joined(ledgers()));
        }

        private static String joined(List<Path> folders) {
            return folders.stream().map(Path::toString).collect(Collectors.joining(","));
        }
    }
}
