package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Reporting;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.ClusterPlan.TextFile;
import dev.assay.cluster.local.ClusterPlan.Upkeep;
import dev.assay.cluster.local.NodePlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Probe;
import dev.assay.cluster.local.Recipe;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.ServerSettingsFile.Form;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs an installed RabbitMQ on this machine: Erlang's port mapper, then the first node, which the others join. */
record RabbitMqRecipe(RabbitMqNodeSettings settings, RabbitMqInstallation installation, Erlang erlang) {
    static final String CLIENT = "client";
    static final String ADMIN = "admin";
    static final String STREAM = "stream";

    /** The port for other nodes, by Erlang's distribution. */
    static final String NODES = "nodes";

    /** The port of metrics, over HTTP in Prometheus's text format. */
    static final String METRICS = "metrics";

    /** The port of Erlang's port mapper (epmd), which tells nodes each other's ports; only the first node has it, for all. */
    static final String MAPPER = "mapper";

    private static final long FREE_BYTES_PER_NODE = 1L << 30;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** RabbitMQ's own user, whom it admits from this machine only. */
    private static final String USER = "guest:guest";

    private static final Pattern RUNNING = Pattern.compile("\"running\"\\s*:\\s*true");

    static long freeBytes(RabbitMqSpec spec) {
        return FREE_BYTES_PER_NODE * spec.nodes();
    }

    static List<Recipe.Node> nodes(int count) {
        List<Recipe.Node> nodes =
                new ArrayList<>(Recipe.alike(count, "rabbitmq-", CLIENT, ADMIN, STREAM, NODES, METRICS));
        Recipe.Node first = nodes.getFirst();
        List<String> ports =
                Stream.concat(Stream.of(MAPPER), first.ports().stream()).toList();
        nodes.set(0, new Recipe.Node(first.name(), first.machine(), true, ports));
        return nodes;
    }

    /** Returns the node's name among Erlang nodes: a long one, whose host may be an address. */
    static String erlangName(Place node) {
        return node.name() + "@" + node.host();
    }

    /**
     * Refuses a server that lacks what the scenario wants, which was checked before the installed version was known.
     *
     * @throws DeploymentException naming what it lacks
     */
    static void refuseWhatItLacks(RabbitMqSpec spec, DurabilityLevel level, RabbitMqInstallation installation) {
        RabbitMqSpec versioned = spec.withVersion(installation.version().text());
        String server = "RabbitMQ " + installation.version() + " (" + installation.home() + ")";
        if (versioned.queue() == QueueKind.MIRRORED && !installation.version().isBefore(4, 0)) {
            throw DeploymentException.input(
                    "systems.rabbitmq.queue is mirrored, but %s has no mirrored queues: 3.13 was the last release with them. Use quorum, or set %s to the folder of an older server."
                            .formatted(server, InstalledServers.HOME),
                    null);
        }
        DurabilityStatement durability = versioned.durability(level, VendorSettings.NONE);
        if (durability.weakened()) {
            throw DeploymentException.input(
                    "On %s durability is %s; %s.".formatted(server, durability, versioned.reaching(level)), null);
        }
    }

    Recipe recipe() {
        RabbitMqSpec spec = settings.spec();
        return new Recipe(
                "RabbitMQ",
                "RabbitMQ %s, nodes: %d".formatted(installation.version(), spec.nodes()),
                freeBytes(spec),
                nodes(spec.nodes()),
                PATIENCE,
                settings.failureTimeout(),
                new Recipe.Facts(Optional.of(installation.version().text()), settings.overrides(), Map.of()),
                this::plan);
    }

    private ClusterPlan plan(Site site) {
        List<Place> places = site.places();
        Place first = places.getFirst();
        RabbitMqPrograms programs = new RabbitMqPrograms(installation, erlang, site);
        List<Place> mapped = onePerHost(places);
        List<NodePlan> nodes =
                places.stream().map(node -> node(node, places, programs)).toList();
        Stage mappers = new Stage(
                List.of(),
                mapped.stream()
                        .map(node -> NodePlan.helper(node, programs.mapper(node)))
                        .toList(),
                List.of(new ReadyCheck(
                        "Erlang's port mapper to answer",
                        mapped,
                        node -> mapperAnswers(node.host(), first.port(MAPPER)))));
        Stage seed = new Stage(
                List.of(),
                nodes.subList(0, 1),
                List.of(new ReadyCheck(first.name() + " to serve", List.of(first), RabbitMqRecipe::serves)));
        Stage rest = new Stage(
                List.of(),
                nodes.subList(1, nodes.size()),
                List.of(new ReadyCheck("", places, node -> knowsAll(node, places.size()))));
        return new ClusterPlan(
                List.of(mappers, seed, rest),
                List.of(programs.home()),
                files(places, programs),
                RabbitMqSystem.connection(
                        settings.spec(),
                        Map.of(
                                "uri", site.each(node -> "amqp://" + USER + "@" + node.address(CLIENT) + "/%2f"),
                                "admin.url", site.each(node -> "http://" + USER + "@" + node.address(ADMIN)),
                                "stream.uri",
                                        site.each(node ->
                                                "rabbitmq-stream://" + USER + "@" + node.address(STREAM) + "/%2f"))),
                // Nodes that were cut off often do not find each other again; this is what RabbitMQ's documentation on
                // partitions asks of operators.
                Upkeep.restarting(node -> node.place().equals(first)),
                new Reporting(programs::askForSettings, EffectiveNodeSettings::read));
    }

    private static List<Place> onePerHost(List<Place> places) {
        Map<String, Place> hosts = new LinkedHashMap<>();
        places.forEach(node -> hosts.putIfAbsent(node.host(), node));
        return List.copyOf(hosts.values());
    }

    private NodePlan node(Place node, List<Place> places, RabbitMqPrograms programs) {
        return new NodePlan(
                node,
                programs.node(node),
                node.port(CLIENT),
                node.folder(),
                Optional.of(node.page(METRICS, "/metrics")),
                new NodePlan.Settings(Form.LINES, settings.of(node, places)),
                null);
    }

    /** Writes the cookie, with which anybody can run code in the nodes, into files that only their owner can read, as Erlang demands. */
    private static List<TextFile> files(List<Place> places, RabbitMqPrograms programs) {
        List<TextFile> files = new ArrayList<>();
        String cookie = UUID.randomUUID().toString().replace("-", "");
        files.add(new TextFile(programs.home().resolve(".erlang.cookie"), cookie, true));
        String plugins = "[" + String.join(",", RabbitMqNodeSettings.PLUGINS) + "].\n";
        places.forEach(node -> files.add(new TextFile(RabbitMqPrograms.plugins(node), plugins, false)));
        return files;
    }

    /**
     * Returns whether Erlang's port mapper reports its own port when it is asked for all names
     * (https://www.erlang.org/doc/apps/erts/erl_dist_protocol.html).
     */
    private static boolean mapperAnswers(String host, int port) {
        return Probe.answers(host, port, new byte[] {0, 1, 'n'}, in -> in.readInt() == port);
    }

    /**
     * Asks a node whether it takes AMQP connections and streams. A listener on its ports proves nothing: another program may have taken
     * one, and the node ends seconds after it has noticed.
     */
    static boolean serves(Place node) {
        return listensItself(node, node.port(CLIENT)) && listensItself(node, node.port(STREAM));
    }

    private static boolean listensItself(Place node, int port) {
        return !answer(node, "health/checks/port-listener/" + port).isEmpty();
    }

    /** Returns whether a node serves and knows of {@code nodes} running nodes. */
    static boolean knowsAll(Place node, int nodes) {
        return serves(node) && RUNNING.matcher(answer(node, "nodes")).results().count() == nodes;
    }

    private static String answer(Place node, String question) {
        String user = Base64.getEncoder().encodeToString(USER.getBytes(StandardCharsets.US_ASCII));
        return Probe.page(
                "http://" + node.address(ADMIN) + "/api/" + question,
                request -> request.setRequestProperty("Authorization", "Basic " + user));
    }
}
