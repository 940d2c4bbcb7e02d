package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.cluster.UnrecordedDaemons;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.daemon.RunningNode;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.host.process.MarkedFolders;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts a cluster, shows its status, measures beside it and on it, and takes it down. */
@Tag("slow")
class ClusterCommandTest {
    private static final Duration START = AssayProgram.PATIENCE;
    private static final Duration SHORT = AssayProgram.PATIENCE;

    @TempDir
    Path folder;

    private AssayProgram assay;
    private ClusterRegistration registration;

    @BeforeEach
    void inAFolderOfItsOwn() throws IOException {
        assay = AssayProgram.in(folder);
        registration = ClusterRegistration.of("kafka", new AssayCache(assay.cache()));
    }

    @AfterEach
    void takeDown() throws Exception {
        assay.run(SHORT, "cluster", "down", "kafka");
        assay.awaitNothingRunning(SHORT);
    }

    @Test
    @Tag("server")
    void aClusterStandsUntilItIsTakenDownAndRunsLeaveItAlone() throws Exception {
        Ended up = assay.run(START, "cluster", "up", "kafka", "--set", "nodes=2", "--durability", "level-3");
        assertThat(up.code()).as(up.said()).isZero();
        RunningCluster cluster = registration.read().orElseThrow();
        List<Integer> ports = cluster.nodes().stream().map(RunningNode::port).toList();
        assertThat(up.out())
                .contains(
                        cluster.connection().getOrDefault("bootstrap.servers", "none"),
                        "broker-2",
                        "measure it:   assay run SCENARIO --on kafka")
                .doesNotContain("--set");
        assertThat(ports).hasSize(2).allMatch(ClusterCommandTest::answers);
        Ended status = assay.run(SHORT, "cluster", "status");
        assertThat(status.code()).as(status.said()).isZero();
        assertThat(status.out())
                .contains("kafka 4.3.1: up, since ")
                .containsPattern("(?m)^  durability +level-3 \\(synced\\)$")
                .containsPattern("broker-1 +\\d+ +\\d+ +\\d+ MiB +alive");

        Ended second = assay.run(SHORT, "cluster", "up", "kafka");
        assertThat(second.code()).as(second.said()).isEqualTo(3);
        assertThat(second.err())
                .contains("is already up (4.3.1, since ", "assay cluster down kafka")
                .hasLineCount(1);

        runNextToIt();
        measureIt(cluster);
        assertThat(registration.read()).contains(cluster);
        assertThat(cluster.isWhole()).isTrue();

        Ended down = assay.run(SHORT, "cluster", "down", "kafka");
        assertThat(down.code()).as(down.said()).isZero();
        assertThat(down.out()).contains("kafka is down: 2 servers stopped");
        assertNothingLeft(cluster);
        assertThat(ports).noneMatch(ClusterCommandTest::answers);
    }

    /** Runs one scenario that starts its own cluster, and one that measures the running cluster. */
    private void runNextToIt() throws Exception {
        assay.write("local.yaml", Scenarios.smallKafka("2 s"));
        String servers = registration.read().orElseThrow().connection().getOrDefault("bootstrap.servers", "");
        assay.write("existing.yaml", Scenarios.existing(servers, "2 s").replace("replication: 3", "replication: 2"));
        for (String scenario : List.of("local.yaml", "existing.yaml")) {
            Ended run = assay.run(START, "run", scenario);
            assertThat(run.code()).as(run.said()).isIn(0, 5);
        }
        assertThat(assay.runs()).hasSize(2);
        for (Path run : assay.runs()) {
            assertThat(RunDirectory.readRun(run)
                            .trials()
                            .getFirst()
                            .trial()
                            .delivery()
                            .subscriptions())
                    .allSatisfy(subscription -> {
                        assertThat(subscription.received()).isEqualTo(3000);
                        assertThat(subscription.lost()).isZero();
                    });
        }
    }

    /** Measures the cluster by its name; a scenario that wants other settings of it is refused before anything is started. */
    private void measureIt(RunningCluster cluster) throws Exception {
        assay.write("other.yaml", Scenarios.kafka("3", "2 s"));
        Ended refused = assay.run(SHORT, "run", "other.yaml", "--on", "kafka");
        assertThat(refused.code()).as(refused.said()).isEqualTo(2);
        assertThat(refused.err())
                .contains("other.yaml:3:19: systems.kafka.nodes is 3, but the running cluster 'kafka' has 2");
        assertThat(assay.runs()).hasSize(2);

        assay.write("named.yaml", Scenarios.onKafka("2 s"));
        Ended run = assay.run(START, "run", "named.yaml", "--on", "kafka");
        assertThat(run.code()).as(run.said()).isIn(0, 5);
        TrialRecord trial =
                RunDirectory.readRun(assay.runs().getLast()).trials().getFirst().trial();
        assertThat(trial.system())
                .extracting(SystemIdentity::serverVersion, SystemIdentity::deployment, SystemIdentity::nodes)
                .containsExactly("4.3.1", "existing", 2);
        assertThat(trial.durability().given()).contains(DurabilityLevel.LEVEL_3);
        assertThat(trial.plan().resolved())
                .containsEntry(
                        "systems.kafka.bootstrap.servers", cluster.connection().getOrDefault("bootstrap.servers", ""));
        assertThat(trial.setup().config().groups()).containsKeys("node broker-1", "node broker-2");
        assertThat(trial.setup().config().groups().getOrDefault("cluster", Map.of()))
                .containsEntry("name", "kafka")
                .containsEntry("version", "4.3.1")
                .containsEntry("durability", "level-3 (synced)");
        assertThat(trial.delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.received()).isEqualTo(3000);
            assertThat(subscription.lost()).isZero();
        });
    }

    @Test
    @Tag("server")
    void whenItsDaemonIsKilledTheServersEndAndStatusAndDownSayWhatHappened() throws Exception {
        Ended up = assay.run(START, "cluster", "up", "kafka", "--set", "nodes=1");
        assertThat(up.code()).as(up.said()).isZero();
        RunningCluster cluster = registration.read().orElseThrow();

        Processes.signal(cluster.daemon().pid(), "KILL");

        Until.holds(
                "the servers end",
                SHORT,
                () -> cluster.nodes().stream().map(RunningNode::process).noneMatch(ProcessIdentity::isAlive));
        assay.write("named.yaml", Scenarios.onKafka("2 s"));
        Ended measured = assay.run(SHORT, "run", "named.yaml", "--on", "kafka");
        assertThat(measured.code()).as(measured.said()).isEqualTo(4);
        assertThat(measured.err()).contains("the cluster 'kafka' is gone").hasLineCount(1);
        Ended status = assay.run(SHORT, "cluster", "status", "kafka");
        assertThat(status.code()).as(status.said()).isEqualTo(4);
        assertThat(status.out()).contains("kafka 4.3.1: GONE", "killed from outside", "assay cluster down kafka");
        Ended down = assay.run(SHORT, "cluster", "down", "kafka");
        assertThat(down.code()).as(down.said()).isZero();
        assertThat(down.out()).contains("killed from outside", "Deleted ", "kafka is down");
        assertNothingLeft(cluster);
    }

    @Test
    @Tag("server")
    void ofSeveralStartsAtOnceOneIsUpAndItsRecordIsThere() throws Exception {
        MarkedFolders.create(registration.folder()); // A killed earlier version left the folder in this state.
        List<Running> starts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            starts.add(assay.start("cluster", "up", "kafka", "--set", "nodes=1"));
        }
        List<Integer> codes = new ArrayList<>();
        for (Running start : starts) {
            Ended ended = start.await(START);
            codes.add(ended.code());
            if (ended.code() != 0) {
                assertThat(ended.err()).contains("a kafka cluster is already up");
            }
        }

        assertThat(codes).containsExactlyInAnyOrder(0, 3, 3);
        assertThat(registration.requireWhole().nodes()).hasSize(1);
        assertThat(UnrecordedDaemons.find(Path.of("/proc")))
                .noneMatch(daemon -> daemon.cache().equals(assay.cache()));
    }

    @Test
    @Tag("server")
    void aDaemonWhoseRecordIsGoneEndsWithItsServers() throws Exception {
        Ended up = assay.run(START, "cluster", "up", "kafka", "--set", "nodes=1");
        assertThat(up.code()).as(up.said()).isZero();
        RunningCluster cluster = registration.read().orElseThrow();

        registration.clear();

        Until.holds("the daemon ends", SHORT, () -> !cluster.daemon().isAlive());
        assertThat(cluster.nodes()).noneMatch(node -> node.process().isAlive());
        assertThat(assay.clusterData()).isEmpty();
    }

    @Test
    @Tag("server")
    void aDeadServerIsShownAndTheRestGoesOn() throws Exception {
        assertThat(assay.run(START, "cluster", "up", "kafka", "--set", "nodes=2")
                        .code())
                .isZero();
        RunningCluster cluster = registration.read().orElseThrow();

        Processes.signal(cluster.nodes().get(1).process().pid(), "KILL");

        Until.holds(
                "the daemon records it",
                SHORT,
                () -> registration.read().orElseThrow().failure().isPresent());
        Ended status = assay.run(SHORT, "cluster", "status", "kafka");
        assertThat(status.code()).as(status.said()).isEqualTo(4);
        assertThat(status.out())
                .contains("PARTLY DOWN", "broker-2 has ended (killed by signal 9)")
                .containsPattern("broker-1 .* alive")
                .containsPattern("broker-2 .* DEAD");
    }

    @Test
    @Tag("server")
    void endingTheCommandBeforeTheClusterIsReadyEndsTheStart() throws Exception {
        Running up = assay.start("cluster", "up", "kafka");
        Until.holds("the servers are being started", START, () -> Files.isDirectory(registration.logs()));

        Processes.signal(up.pid(), "KILL");

        up.await(SHORT);
        assay.awaitNothingRunning(SHORT);
        assertThat(assay.clusterData()).isEmpty();
    }

    @Test
    void whereNothingIsUpEveryCommandSaysSo() throws Exception {
        Ended status = assay.run(SHORT, "cluster", "status");
        assertThat(status.code()).as(status.said()).isZero();
        assertThat(status.out()).contains("no cluster is up").hasLineCount(1);
        Ended one = assay.run(SHORT, "cluster", "status", "kafka");
        assertThat(one.code()).as(one.said()).isEqualTo(4);
        assertThat(one.out()).contains("no kafka cluster is up").hasLineCount(1);
        Ended down = assay.run(SHORT, "cluster", "down", "kafka");
        assertThat(down.code()).as(down.said()).isZero();
        assertThat(down.out()).contains("no kafka cluster is up, so there is nothing to take down");
    }

    @Test
    void whatCannotBeStartedIsRefusedInWords() throws Exception {
        assertRefused("did you mean kafka?", "kafak");
        assertRefused("nodes must be between 1 and 9", "kafka", "--set", "nodes=42");
        assertRefused("versoin", "kafka", "--set", "versoin=4");
        assertRefused("one value for each key", "kafka", "--set", "version=3.9.1,4.3.1");
        assertRefused("can't start an existing cluster", "kafka", "--set", "deployment=existing");
        assertRefused("level-9", "kafka", "--durability", "level-9");
        assertRefused("--timeout takes a time", "kafka", "--timeout", "soon");
        assertRefused("has no servers", "memory");
        assertThat(ClusterRegistration.taken(new AssayCache(assay.cache()))).isEmpty();
    }

    private void assertRefused(String reason, String... arguments) throws Exception {
        String[] all = new String[arguments.length + 2];
        all[0] = "cluster";
        all[1] = "up";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        Ended ended = assay.run(SHORT, all);
        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
        assertThat(ended.err()).contains(reason).doesNotContain("Exception", "\tat ");
    }

    private void assertNothingLeft(RunningCluster cluster) throws Exception {
        assertThat(registration.isTaken()).isFalse();
        assertThat(assay.clusterData()).isEmpty();
        assertThat(cluster.daemon().isAlive()).isFalse();
        assertThat(cluster.nodes()).noneMatch(node -> node.process().isAlive());
        assertThat(assay.cache().resolve("leases")).isEmptyDirectory();
        assay.awaitNothingRunning(SHORT);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
