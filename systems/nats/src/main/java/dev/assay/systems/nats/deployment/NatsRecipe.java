package dev.assay.systems.nats.deployment;

import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.ClusterPlan.Upkeep;
import dev.assay.cluster.local.NodePlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Probe;
import dev.assay.cluster.local.Recipe;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.ServerSettingsFile.Form;
import dev.assay.systems.nats.NatsSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

record NatsRecipe(NatsSpec spec, NatsNodeSettings settings, NatsServer server) {
    static final String CLIENT = "client";
    static final String CLUSTER = "cluster";
    static final String MONITOR = "monitor";

    private static final long FREE_BYTES_PER_NODE = 512L << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The time after which a silent leader has been replaced: Raft's election begins after 4 to 9 s. */
    private static final Duration FAILURE_TIMEOUT = Duration.ofSeconds(10);

    static long freeBytes(NatsSpec spec) {
        return FREE_BYTES_PER_NODE * spec.nodes();
    }

    static List<Recipe.Node> nodes(int count) {
        return Recipe.alike(count, "nats-", CLIENT, CLUSTER, MONITOR);
    }

    Recipe recipe() {
        return new Recipe(
                "NATS",
                "NATS %s, nodes: %d".formatted(server.version(), spec.nodes()),
                freeBytes(spec),
                nodes(spec.nodes()),
                PATIENCE,
                FAILURE_TIMEOUT,
                new Recipe.Facts(Optional.of(server.version()), settings.overrides(), server.artifacts()),
                this::plan);
    }

    private ClusterPlan plan(Site site) {
        List<Place> places = site.places();
        Path program = server.programIn(site.folder());
        List<NodePlan> nodes =
                places.stream().map(place -> node(place, site, program)).toList();
        return new ClusterPlan(
                List.of(new Stage(
                        List.of(), nodes, List.of(new ReadyCheck("", places, place -> serves(place, places.size()))))),
                places.stream().map(NatsRecipe::store).toList(),
                List.of(),
                NatsSystem.connection(
                        spec, site.each(place -> "nats://" + place.address(CLIENT)), site.each(NatsRecipe::monitorUrl)),
                // A server whose disk was full has given up JetStream until it is restarted.
                Upkeep.restarting(node -> Probe.page(monitorUrl(node.place()) + "/healthz?js-enabled-only=true")
                        .isEmpty()),
                null);
    }

    private NodePlan node(Place place, Site site, Path program) {
        List<String> command =
                List.of(program.toString(), "-c", place.settings(Form.LINES).toString());
        return new NodePlan(
                place,
                site.server(place.name(), command, place.folder()),
                place.port(CLIENT),
                place.folder(),
                Optional.of(place.page(MONITOR, "/")),
                new NodePlan.Settings(Form.LINES, settings.of(place, site.places()), NatsNodeSettings::block),
                null);
    }

    static Path store(Place place) {
        return place.disks().getFirst().resolve("streams");
    }

    private static String monitorUrl(Place place) {
        return "http://" + place.address(MONITOR);
    }

    /**
     * Returns whether a node reports that it serves, with all its streams up to date, and knows the leader of {@code nodes} nodes; the
     * leader must also know that all of them are there.
     */
    private static boolean serves(Place node, int nodes) {
        if (Probe.page(monitorUrl(node) + "/healthz").isEmpty()) {
            return false;
        }
        if (nodes == 1) {
            return true;
        }
        MonitorPage meta = new MonitorPage(Probe.page(monitorUrl(node) + "/jsz")).part("meta_cluster");
        String leader = meta.string("leader");
        boolean followersServe = !leader.equals(node.name())
                || (meta.countTrue("current") >= nodes - 1 && meta.countTrue("offline") == 0);
        return !leader.isEmpty() && meta.number("cluster_size").orElse(0) == nodes && followersServe;
    }
}
