package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.artifact.ResolvedArtifact;
import dev.assay.cluster.local.ClusterPlan;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.NodePlan;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Recipe;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.pulsar.PulsarSpec.Placement;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class PulsarRecipeTest {
    @TempDir
    Path folder;

    private static List<String> machines(int bookies, int brokers, Placement placement) {
        return PulsarRecipe.nodes(bookies, brokers, placement).stream()
                .map(Recipe.Node::machine)
                .toList();
    }

    @Test
    void togetherABrokerSharesTheMachineOfTheBookieOfItsNumber() {
        assertThat(machines(2, 3, Placement.TOGETHER))
                .containsExactly("zookeeper-1", "bookie-1", "bookie-2", "bookie-1", "bookie-2", "broker-3");
    }

    @Test
    void apartEachHasItsOwn() {
        assertThat(machines(3, 2, Placement.APART))
                .containsExactly("zookeeper-1", "bookie-1", "bookie-2", "bookie-3", "broker-1", "broker-2");
    }

    private Site site(int bookies, int brokers, List<Integer> ports) {
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            return Site.of(
                    PulsarRecipe.nodes(bookies, brokers, Placement.TOGETHER),
                    ports,
                    NodeEnvironment.lease(supervisor, "data", folder.resolve("data")),
                    folder.resolve("logs"));
        }
    }

    /** @param ports two for each bookie and broker, after ZooKeeper's one */
    private ClusterPlan plan(int bookies, int brokers, List<Integer> ports) throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(conf.resolve("broker.conf"), "");
        Files.writeString(conf.resolve("bookkeeper.conf"), "");
        PulsarSpec spec = LocalPulsarTest.spec(bookies, brokers);
        PulsarDistribution distribution = new PulsarDistribution(
                new ResolvedArtifact(Coordinates.parse("org.apache.pulsar:any:1"), folder, "", 0), folder);
        return new PulsarRecipe(
                        spec,
                        new PulsarNodeSettings(spec, DurabilityLevel.LEVEL_2, distribution, Map.of()),
                        new PulsarJvm(
                                new AssayCache(folder.resolve("cache")),
                                distribution,
                                folder.resolve("logs"),
                                ProgressListener.SILENT))
                .recipe()
                .plan()
                .apply(site(bookies, brokers, ports));
    }

    @Test
    void zooKeeperComesFirstAndIsSetUpForTheFirstBookieWhichIsAlone() throws IOException {
        ClusterPlan plan = plan(2, 1, IntStream.range(20_000, 20_100).boxed().toList());
        assertThat(plan.stages())
                .extracting(PulsarRecipeTest::names)
                .containsExactly(List.of("zookeeper-1"), List.of("bookie-1"), List.of("bookie-2", "broker-1"));
        assertThat(plan.stages().get(1).tasks())
                .singleElement()
                .satisfies(setup -> assertThat(setup.process().command())
                        .contains("zk:127.0.0.1:20000", "pulsar://127.0.0.1:20005", "http://127.0.0.1:20006"));
        NodePlan broker = plan.nodes().getLast();
        assertThat(broker.process().command())
                .contains("-Djava.io.tmpdir=" + folder.resolve("data/tmp"))
                .endsWith(
                        "--broker-conf",
                        folder.resolve("data/broker-1.properties").toString());
        assertThat(broker.place().machine()).isEqualTo("bookie-1");
        assertThat(plan.nodes().stream().map(NodePlan::page).flatMap(Optional::stream))
                .containsExactly(
                        URI.create("http://127.0.0.1:20002/metrics"), URI.create("http://127.0.0.1:20004/metrics"));
    }

    @Test
    void aClusterIsReadyWhenAllBrokersKnowOfAllAtOneMoment() throws IOException {
        Set<String> knowing = ConcurrentHashMap.newKeySet();
        HttpServer first = broker("first", knowing);
        HttpServer second = broker("second", knowing);
        try {
            List<Integer> ports = List.of(
                    1,
                    2,
                    3,
                    4,
                    first.getAddress().getPort(),
                    5,
                    second.getAddress().getPort());
            ReadyCheck check = plan(1, 2, ports).stages().getLast().checks().getLast();
            // As it is waited for: who was ready is not asked again.
            List<Place> unready = new ArrayList<>(check.nodes());
            knowing.add("first");
            unready.removeIf(check.ready());
            knowing.remove("first");
            knowing.add("second");
            unready.removeIf(check.ready());
            assertThat(unready).isNotEmpty();
            knowing.add("first");
            unready.removeIf(check.ready());
            assertThat(unready).isEmpty();
        } finally {
            first.stop(0);
            second.stop(0);
        }
    }

    /** Answers with one bookie, and with both brokers while {@code knowing} has its name. */
    private static HttpServer broker(String name, Set<String> knowing) throws IOException {
        HttpServer broker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        broker.createContext("/admin/v2/", exchange -> {
            boolean one = exchange.getRequestURI().getPath().endsWith("/bookies/all") || !knowing.contains(name);
            byte[] body = (one ? "[\"127.0.0.1:1\"]" : "[\"127.0.0.1:1\",\"127.0.0.1:2\"]")
                    .getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        broker.start();
        return broker;
    }

    private static List<String> names(Stage stage) {
        return stage.nodes().stream().map(NodePlan::name).toList();
    }
}
