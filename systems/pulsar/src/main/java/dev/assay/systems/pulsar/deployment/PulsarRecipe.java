package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.fault.Wait;
import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Revival;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.ClusterPlan.Task;
import dev.assay.cluster.local.ClusterPlan.TextFile;
import dev.assay.cluster.local.ClusterPlan.Upkeep;
import dev.assay.cluster.local.NodePlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Probe;
import dev.assay.cluster.local.Recipe;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.ServerSettingsFile.Form;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.pulsar.PulsarSpec.Placement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs Apache Pulsar on this machine: ZooKeeper, which is set up for it, bookies and brokers. */
record PulsarRecipe(PulsarSpec spec, PulsarNodeSettings settings, PulsarJvm jvm) {
    static final String CLIENT = "client";

    /** The port to administer a broker, or for a bookie's metrics. */
    static final String WEB = "web";

    static final String CLUSTER = "assay";

    private static final long FREE_BYTES_PER_BOOKIE = 2L << 30;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration SETUP_TIME = Duration.ofMinutes(3);
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern ADDRESS = Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+:\\d+)\"");

    static long freeBytes(PulsarSpec spec) {
        return FREE_BYTES_PER_BOOKIE * spec.bookies();
    }

    /**
     * Lists ZooKeeper, bookies and brokers. Placed together, a broker shares the machine of the bookie of its number, as long as there is
     * one.
     */
    static List<Recipe.Node> nodes(int bookies, int brokers, Placement placement) {
        String zooKeeper = Role.ZOOKEEPER.node(1);
        List<Recipe.Node> nodes = new ArrayList<>();
        nodes.add(new Recipe.Node(zooKeeper, zooKeeper, false, List.of(CLIENT)));
        nodes.addAll(Recipe.alike(bookies, Role.BOOKIE.prefix(), CLIENT, WEB));
        for (int i = 1; i <= brokers; i++) {
            boolean shares = placement == Placement.TOGETHER && i <= bookies;
            String machine = (shares ? Role.BOOKIE : Role.BROKER).node(i);
            nodes.add(new Recipe.Node(Role.BROKER.node(i), machine, false, List.of(CLIENT, WEB)));
        }
        return nodes;
    }

    Recipe recipe() {
        return new Recipe(
                "Pulsar",
                "Pulsar %s: ZooKeeper, bookies: %d, brokers: %d"
                        .formatted(spec.version(), spec.bookies(), spec.brokers()),
                freeBytes(spec),
                nodes(spec.bookies(), spec.brokers(), spec.placement()),
                PATIENCE,
                settings.failureTimeout(),
                new Recipe.Facts(
                        Optional.empty(),
                        settings.overrides(),
                        settings.distribution().checksums()),
                this::plan);
    }

    /**
     * Starts the first bookie alone, then all others at once: bookies that start at the same moment in a new cluster all write one
     * entry of the metadata (/ledgers/underreplication/LAYOUT), and all but the first end with an error (seen with Pulsar 4.0.8).
     * Another needs longer to reach that point than the first takes from listening to the entry.
     */
    private ClusterPlan plan(Site site) {
        List<Place> places = site.places();
        List<Place> brokers = Role.BROKER.among(places);
        int bookies = Role.BOOKIE.among(places).size();
        String serviceUrl = "pulsar://" + each(brokers, node -> node.address(CLIENT));
        String webUrl = "http://" + each(brokers, node -> node.address(WEB));
        String metadataStore = "zk:" + places.getFirst().address(CLIENT);
        Task setup = new Task(
                site.program("metadata-setup", jvm.setup(metadataStore, webUrl, serviceUrl), "setup.log"),
                SETUP_TIME,
                jvm.setupArchive());
        List<NodePlan> nodes =
                places.stream().map(node -> node(node, site, metadataStore)).toList();
        Stage zooKeeper = new Stage(
                List.of(),
                nodes.subList(0, 1),
                List.of(new ReadyCheck("ZooKeeper to serve", places.subList(0, 1), PulsarRecipe::zooKeeperServes)));
        Stage firstBookie = new Stage(
                List.of(setup),
                nodes.subList(1, 2),
                List.of(new ReadyCheck("the first bookie to listen", places.subList(1, 2), PulsarRecipe::listens)));
        Stage rest = new Stage(
                List.of(),
                nodes.subList(2, nodes.size()),
                List.of(
                        new ReadyCheck("all bookies and brokers to listen", places, PulsarRecipe::listens),
                        // All must agree at one moment: a broker that was away may still report its earlier state.
                        new ReadyCheck(
                                "each broker to know of all brokers and bookies",
                                brokers.subList(0, 1),
                                _ -> brokers.stream().allMatch(node -> knows(node, brokers.size(), bookies)))));
        return new ClusterPlan(
                List.of(zooKeeper, firstBookie, rest),
                List.of(site.temporaryFiles()),
                List.of(TextFile.ofResource(PulsarRecipe.class, PulsarJvm.LOGGING, site.logs())),
                PulsarSystem.connection(serviceUrl, webUrl, spec, settings.durability()),
                new Upkeep(revival -> beforeRestart(revival, zooKeeper, nodes), null, null),
                null);
    }

    private static String each(List<Place> nodes, Function<Place, String> text) {
        return nodes.stream().map(text).collect(Collectors.joining(","));
    }

    private NodePlan node(Place node, Site site, String metadataStore) {
        Role role = Role.of(node);
        boolean first = node.name().equals(role.node(1));
        return new NodePlan(
                node,
                site.server(
                        node,
                        jvm.server(
                                role,
                                first,
                                node.settings(Form.PROPERTIES),
                                settings.heapBytes(role),
                                settings.directMemoryBytes(role))),
                node.port(CLIENT),
                node.folder(),
                settings.page(node),
                new NodePlan.Settings(Form.PROPERTIES, settings.of(node, metadataStore)),
                first ? jvm.archive(role) : null);
    }

    private void beforeRestart(Revival revival, Stage zooKeeper, List<NodePlan> nodes) {
        if (revival.restarted(zooKeeper)) {
            awaitEndOfSessions();
        }
        if (nodes.stream().anyMatch(node -> Role.BOOKIE.isOf(node.name()) && revival.hasEnded(node))) {
            awaitEndOfSessions();
        }
    }

    /**
     * Waits until ZooKeeper's sessions of ended processes have timed out, when it removes their registrations. Bookies that registered
     * before that are unknown to everybody from then on (seen with Pulsar 4.0.8).
     */
    private void awaitEndOfSessions() {
        Wait.lasting(settings.failureTimeout().plusSeconds(2), "ZooKeeper's sessions to end");
    }

    /** Sends ZooKeeper's four-letter word {@code srvr}, which it answers with its mode once it serves. */
    private static boolean zooKeeperServes(Place node) {
        byte[] question = "srvr".getBytes(StandardCharsets.US_ASCII);
        return Probe.answers(
                node.host(),
                node.port(CLIENT),
                question,
                in -> new String(in.readNBytes(MAX_BYTES), StandardCharsets.US_ASCII).contains("Mode:"));
    }

    private static boolean listens(Place node) {
        return Probe.listens(node.host(), node.port(CLIENT));
    }

    /** Returns whether a broker knows {@code brokers} brokers and {@code bookies} writable bookies. */
    private static boolean knows(Place broker, int brokers, int bookies) {
        return count(broker, "/admin/v2/brokers/" + CLUSTER) == brokers
                && count(broker, "/admin/v2/bookies/all") == bookies;
    }

    /** Counts the distinct addresses in the answer. */
    private static long count(Place broker, String path) {
        return ADDRESS.matcher(Probe.page("http://" + broker.address(WEB) + path))
                .results()
                .map(match -> match.group(1))
                .distinct()
                .count();
    }
}
