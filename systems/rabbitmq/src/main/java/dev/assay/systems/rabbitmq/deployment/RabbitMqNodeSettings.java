package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Recipe;
import dev.assay.systems.rabbitmq.RabbitMqSettingRules;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds the lines of each node's {@code rabbitmq.conf}: its place in this cluster, settings that suit one machine, and the user's, which
 * win.
 */
record RabbitMqNodeSettings(RabbitMqSpec spec, Map<String, String> chosenByUser) {
    /** Plugins for policies and leaders, for streams, and for node metrics. */
    static final List<String> PLUGINS = List.of("rabbitmq_management", "rabbitmq_stream", "rabbitmq_prometheus");

    /** The limit of a node's memory, in bytes, above which publishers have to wait. */
    static final String MEMORY = "vm_memory_high_watermark.absolute";

    /** The binding of schedulers: u leaves the placing of its threads to the kernel. */
    static final String SCHEDULER_BIND_TYPE = "u";

    /** RabbitMQ's default of the setting {@link #walSize}, in bytes. */
    private static final long DEFAULT_WAL_BYTES = 512L << 20;

    /** @throws DeploymentException when the user's settings contradict how Assay builds a cluster */
    RabbitMqNodeSettings {
        chosenByUser = Collections.unmodifiableMap(new TreeMap<>(chosenByUser));
        Recipe.refuseAssaysOwn("rabbitmq", chosenByUser.keySet(), RabbitMqSettingRules::isAssaysOwn);
        List<String> ports = chosenByUser.keySet().stream()
                .filter(new RabbitMqSettingRules(spec.nodes(), spec.queue())::isPortOfEachNode)
                .toList();
        if (!ports.isEmpty()) {
            throw DeploymentException.input(
                    "settings.rabbitmq.broker sets " + String.join(", ", ports) + " for each of " + spec.nodes()
                            + " nodes, but they share one address: only one of them can have a port. Set"
                            + " systems.rabbitmq.nodes to 1, or use deployment: existing.",
                    null);
        }
    }

    Map<String, String> of(Place node, List<Place> all) {
        Map<String, String> settings = new LinkedHashMap<>(place(node, all));
        settings.put("log.console", "true");
        settings.put("log.file", "false");
        settings.put(MEMORY, Long.toString(spec.memory().bytes()));
        if (walBytes() < DEFAULT_WAL_BYTES) {
            settings.put(walSize(), Long.toString(walBytes()));
        }
        settings.put("management.disable_stats", "true");
        settings.put("management_agent.disable_metrics_collector", "true");
        settings.putAll(chosenByUser);
        return Collections.unmodifiableMap(settings);
    }

    Map<String, String> overrides() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put(
                "plugins", String.join(", ", PLUGINS) + ", for policies, streams and node metrics; none by default");
        reasons.put(MEMORY, "the scenario's memory; the default is a fraction of the machine's memory for each node");
        if (walBytes() < DEFAULT_WAL_BYTES) {
            reasons.put(
                    walSize(),
                    "a quarter of the node's memory: quorum queues hold up to three logs of this size in memory, the default is 512 MiB each");
        }
        reasons.put("management.disable_stats", "true, so that nodes do not collect statistics that nobody reads");
        reasons.put("management_agent.disable_metrics_collector", "true, for the same reason");
        reasons.put("log.console", "true, and log.file false: a node's output is its log file");
        reasons.put(
                "RABBITMQ_SCHEDULER_BIND_TYPE",
                SCHEDULER_BIND_TYPE
                        + ": several nodes on one machine, each bound to its cores from the first on (db, the default), would get in each other's way");
        chosenByUser.keySet().forEach(key -> reasons.put(key, "set in the scenario"));
        return Collections.unmodifiableMap(reasons);
    }

    /** Returns the time after which nodes take a silent one for dead: {@code net_ticktime} and a quarter, see kernel(6) of Erlang. */
    Duration failureTimeout() {
        return Duration.ofSeconds(Long.parseLong(chosenByUser.getOrDefault("net_ticktime", "60")) * 5 / 4);
    }

    /** Returns the name of the setting for the log of quorum queues. A server from 4.3 on ignores the earlier name. */
    private String walSize() {
        boolean ofTheirOwn = RabbitMqVersion.parse(spec.version())
                .filter(version -> !version.isBefore(4, 3))
                .isPresent();
        return ofTheirOwn ? "quorum_queue.wal_max_size_bytes" : "raft.wal_max_size_bytes";
    }

    private long walBytes() {
        return Math.min(DEFAULT_WAL_BYTES, spec.memory().bytes() / 4);
    }

    private static Map<String, String> place(Place node, List<Place> all) {
        Map<String, String> place = new LinkedHashMap<>();
        place.put("listeners.tcp.1", node.address(RabbitMqRecipe.CLIENT));
        place.put("management.tcp.ip", node.host());
        place.put("management.tcp.port", Integer.toString(node.port(RabbitMqRecipe.ADMIN)));
        place.put("prometheus.tcp.ip", node.host());
        place.put("prometheus.tcp.port", Integer.toString(node.port(RabbitMqRecipe.METRICS)));
        place.put("stream.listeners.tcp.1", node.address(RabbitMqRecipe.STREAM));
        place.put("stream.advertised_host", node.host());
        place.put("stream.advertised_port", Integer.toString(node.port(RabbitMqRecipe.STREAM)));
        if (!node.host().equals("127.0.0.1")) {
            // The user lets clients in from 127.0.0.1 only, where they are not when the node has an address of its own.
            place.put("loopback_users", "none");
        }
        place.put("cluster_formation.peer_discovery_backend", "classic_config");
        // The first node is the seed, so that the others need not agree who of them is.
        place.put("cluster_formation.classic_config.nodes.1", RabbitMqRecipe.erlangName(all.getFirst()));
        return place;
    }
}
