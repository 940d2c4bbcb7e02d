package dev.assay.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.local.ClusterPlan.ReadyCheck;
import dev.assay.cluster.local.ClusterPlan.Stage;
import dev.assay.cluster.local.ClusterPlan.Task;
import dev.assay.cluster.local.ClusterPlan.TextFile;
import dev.assay.cluster.local.ClusterPlan.Upkeep;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerSettingsFile;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts a cluster of two nodes and a helper, all of which are shells that sleep. */
class LocalDeploymentTest {
    private static final String CLIENT = "client";
    private static final String SLEEPING = "echo mapping; exec sleep 1000";

    @TempDir
    Path folder;

    private final AtomicBoolean ready = new AtomicBoolean(true);
    private final AtomicBoolean serving = new AtomicBoolean(true);
    private String server = "exec sleep 1000";
    private Duration patience = Eventually.PATIENCE;
    private ProcessSupervisor supervisor;

    /** A file that only its owner may read. */
    private Path cookie = Path.of("");

    @BeforeEach
    void open() {
        supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    /** Has what all systems have; only its name is used. */
    private record AnySystem() implements SystemSpec {
        @Override
        public String system() {
            return "any";
        }

        @Override
        public String needs() {
            return "nothing";
        }

        @Override
        public String serverVersion() {
            return "1";
        }

        @Override
        public int copies() {
            return 1;
        }

        @Override
        public String clientVersion() {
            return "";
        }

        @Override
        public DurabilityStatement durability(DurabilityLevel level, VendorSettings settings) {
            throw new UnsupportedOperationException("no scenario asks for this system");
        }
    }

    private Cluster start(String helper, List<Task> tasks) {
        Recipe recipe = new Recipe(
                "Any",
                "Any 1",
                1,
                Recipe.alike(2, "node-", CLIENT),
                patience,
                Duration.ofMillis(1),
                new Recipe.Facts(Optional.empty(), Map.of(), Map.of()),
                site -> plan(site, helper, tasks));
        ClusterRequest request = new ClusterRequest(
                new AnySystem(),
                VendorSettings.NONE,
                DurabilityLevel.LEVEL_4,
                new ClusterFolders(folder.resolve("logs"), folder.resolve("data")));
        DeploymentContext context = new DeploymentContext(
                new AssayCache(folder.resolve("cache")), supervisor, ProgressListener.SILENT, FreePorts.RANDOM);
        return LocalDeployment.start(recipe, request, context);
    }

    private ClusterPlan plan(Site site, String helper, List<Task> tasks) {
        cookie = site.folder().resolve("cookie");
        Place first = site.places().getFirst();
        List<String> command = List.of("/bin/sh", "-c", helper);
        NodePlan mapper = NodePlan.helper(first, site.server("mapper-1", command, first.folder()));
        List<NodePlan> nodes = site.places().stream()
                .map(place -> new NodePlan(
                        place,
                        site.server(place.name(), List.of("/bin/sh", "-c", server), place.folder()),
                        place.port(CLIENT),
                        place.folder(),
                        Optional.empty(),
                        new NodePlan.Settings(ServerSettingsFile.Form.LINES, Map.of()),
                        null))
                .toList();
        ReadyCheck check = new ReadyCheck("", site.places(), _ -> ready.get());
        ReadyCheck lastCheck = new ReadyCheck("", site.places(), _ -> ready.get() && serving.get());
        return new ClusterPlan(
                List.of(
                        new Stage(tasks, List.of(mapper), List.of(check)),
                        new Stage(List.of(), nodes, List.of(lastCheck))),
                List.of(),
                List.of(new TextFile(cookie, "canary", true)),
                Map.of(),
                new Upkeep(_ -> {}, null, null),
                null);
    }

    @Test
    void aHelperIsNoNodeAndWhatWasStartedGoesWithItsData() throws IOException {
        try (Cluster cluster = start(SLEEPING, List.of())) {
            assertThat(cluster.nodes()).extracting(ServerNode::name).containsExactly("node-1", "node-2");
            assertThat(cookie).hasContent("canary");
            assertThat(Files.getPosixFilePermissions(cookie)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(folder.resolve("data")).isEmptyDirectory();
    }

    @Test
    void aHelperThatEndsOnTheWayUpHasLostItsPort() {
        ready.set(false);
        assertThatThrownBy(() -> start("exit 1", List.of()))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("Any could not bind its ports on 127.0.0.1 in 3 attempts");
        assertThat(folder.resolve("data")).isEmptyDirectory();
    }

    @Test
    void aHelperThatHasEndedSinceIsNamedWhenTheClusterDoesNotComeBack() {
        try (Cluster cluster = start(SLEEPING, List.of())) {
            ClusterFaults faults = cluster.faults().orElseThrow();
            faults.inject(Fault.KILL_ONE);
            Path log = folder.resolve("logs/mapper-1.log");
            assertThat(Eventually.holds(() -> hasText(log))).isTrue();
            cluster.signal("mapper-1", Signal.KILL);
            assertThat(Eventually.holds(() -> cluster.failure().isPresent())).isTrue();
            ready.set(false);
            assertThatThrownBy(faults::recover)
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageStartingWith("mapper-1 has ended (killed by signal 9).")
                    .hasMessageEndingWith("  mapping");
        }
    }

    @Test
    void aStartThatFailsAsAServerEndsLeavesNoProcess() throws IOException {
        serving.set(false);
        server = noting("[ \"$(wc -l < '" + started() + "')\" -lt 3 ] || exit 7; exec sleep 1000");

        assertThatThrownBy(() -> start(noting(SLEEPING), List.of()))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("has ended (exit code 7).");

        assertNothingRuns();
    }

    @Test
    void aStartThatTakesTooLongLeavesNoProcess() throws IOException {
        serving.set(false);
        server = noting(server);
        patience = Duration.ofSeconds(3);

        assertThatThrownBy(() -> start(noting(SLEEPING), List.of()))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("Any was not ready after 3 s.");

        assertNothingRuns();
    }

    @Test
    void aStartThatIsInterruptedLeavesNoProcess() throws Exception {
        serving.set(false);
        server = noting(server);
        FutureTask<Cluster> starting = new FutureTask<>(() -> start(noting(SLEEPING), List.of()));
        Thread thread = Thread.ofPlatform().daemon().start(starting);
        assertThat(Eventually.holds(() -> startedProcesses().size() == 3)).isTrue();

        supervisor.close();
        thread.interrupt();

        assertThatThrownBy(starting::get).isInstanceOf(ExecutionException.class);
        assertNothingRuns();
    }

    private Path started() {
        return folder.resolve("started");
    }

    private String noting(String script) {
        return "echo $$ >> '" + started() + "'; " + script;
    }

    private List<Long> startedProcesses() {
        try {
            return Files.exists(started())
                    ? Files.readString(started()).lines().map(Long::parseLong).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertNothingRuns() {
        assertThat(startedProcesses()).as("the helper and both nodes").hasSize(3);
        assertThat(Eventually.holds(() -> startedProcesses().stream()
                        .noneMatch(pid -> ProcessIdentity.of(pid).isPresent())))
                .isTrue();
        assertThat(folder.resolve("data")).isEmptyDirectory();
    }

    private static boolean hasText(Path file) {
        try {
            return Files.size(file) > 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void aProgramThatTakesTooLongIsNamedWithTheEndOfItsLog() throws IOException {
        Path log = folder.resolve("setup.log");
        Files.writeString(log, "half of it is written\n");
        Task setup = new Task(
                new ProcessSpec("setup", List.of("sleep", "1000"), Map.of(), folder, log),
                Duration.ofMillis(1),
                ClassArchive.at(folder.resolve("setup.jsa"), ProgressListener.SILENT));
        assertThatThrownBy(() -> start(SLEEPING, List.of(setup)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("setup has not ended within 0 s.")
                .hasMessageEndingWith("  half of it is written");
        assertThat(folder.resolve("data")).isEmptyDirectory();
    }
}
