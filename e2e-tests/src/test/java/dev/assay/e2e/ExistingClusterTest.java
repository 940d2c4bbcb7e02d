package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.ssh.FakeSsh;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against an existing cluster, which here the tests of all modules share. */
@Tag("server")
@Tag("slow")
class ExistingClusterTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final String THEIRS = "orders";
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");

    @BeforeEach
    void lookAtTheirTopics() throws Exception {
        try (Admin admin = admin()) {
            if (!topics(admin).contains(THEIRS)) {
                admin.createTopics(List.of(new NewTopic(THEIRS, Optional.of(1), Optional.empty())))
                        .all()
                        .get();
                Until.holds("it is known everywhere", MAX, () -> topics(admin).contains(THEIRS));
            }
        }
    }

    /** Waits until all brokers know of deletions, and ignores the topics of other tests that run on the same cluster. */
    private static void assertOnlyAssaysTopicsAreGone(AssayProgram assay) throws Exception {
        Set<String> own = RunDirectory.open(assay.runs().getFirst()).creations().entries().stream()
                .flatMap(entry -> entry.topics().stream())
                .map(CreationEntry.Topic::name)
                .collect(Collectors.toSet());
        assertThat(own).isNotEmpty();
        try (Admin admin = admin()) {
            Until.holds(
                    "these are gone: " + own, MAX, () -> topics(admin).stream().noneMatch(own::contains));
            assertThat(topics(admin)).contains(THEIRS);
        }
    }

    @Test
    void twoLocalWorkersShareTheLoadAndOnlyAssaysTopicsGo(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder);

        Ended ended = assay.run(MAX, "run", "existing.yaml", "--workers", "2");

        FinishedTrials.assertMeasured(ended);
        assertSoundOnTwoWorkers(FinishedTrials.only(assay));
        assertOnlyAssaysTopicsAreGone(assay);
    }

    @Test
    void workersThatWereStartedElsewhereMeasureTheSame(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder);
        Running first = assay.start("worker");
        Running second = assay.start("worker");
        try {
            Ended ended = assay.run(
                    MAX,
                    "run",
                    "existing.yaml",
                    "--worker",
                    WorkerOutput.address(first),
                    "--worker",
                    WorkerOutput.address(second));

            FinishedTrials.assertMeasured(ended);
            assertSoundOnTwoWorkers(FinishedTrials.only(assay));
            assertThat(first.process().isAlive() && second.process().isAlive())
                    .as("workers wait for the next run")
                    .isTrue();
        } finally {
            // One run ends in an orderly way and one does not: neither may leave its JVM behind.
            Processes.signal(first.pid(), "TERM");
            Processes.signal(second.pid(), "KILL");
        }
        assay.awaitNothingRunning(MAX);
        assertOnlyAssaysTopicsAreGone(assay);
    }

    @Test
    void whatServersDoIsKnownWhereAnObserverWatchesThem(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder);
        String servers = KAFKA.connection().getOrDefault("bootstrap.servers", "");
        String port = servers.split(",", -1)[0].replaceFirst(".*:", "");
        Running observer = assay.start("worker", "--observe", "--server", "broker-a=" + port, "--server", "gone=1");
        try {
            Ended ended = assay.run(MAX, "run", "existing.yaml", "--observe", WorkerOutput.address(observer));

            FinishedTrials.assertMeasured(ended);
            StoredTrial trial = FinishedTrials.only(assay);
            FinishedTrials.assertSound(trial);
            assertThat(trial.trial().system().nodes()).isEqualTo(1);
            assertThat(trial.trial().setup().hosts())
                    .singleElement()
                    .satisfies(host -> assertThat(host.nodes()).isEqualTo(1));
            assertThat(trial.observed().values())
                    .singleElement()
                    .satisfies(machine -> assertThat(machine.nodes()).containsExactly("broker-a"));
            Set<String> watched = new TreeSet<>();
            trial.eachSecond(second -> second.samples().stream()
                    .filter(sample -> sample.metric().equals(Metrics.PROCESS_CPU))
                    .map(sample -> sample.labels().get(Labels.NODE))
                    .filter(node -> !node.isEmpty())
                    .forEach(watched::add));
            assertThat(watched).containsExactly("broker-a");
            assertThat(trial.trial().setup().config().groups().getOrDefault("machine coordinator", Map.of()))
                    .containsKey("tuning.governor");
        } finally {
            Processes.signal(observer.pid(), "TERM");
        }
        assay.awaitNothingRunning(MAX);
    }

    @Test
    void anObserverIsStartedBySshWhereAFleetFileHasTheServers(@TempDir Path folder) throws Exception {
        FakeSsh ssh = FakeSsh.in(folder.resolve("ssh"), Path.of(System.getProperty("java.home")));
        AssayProgram assay =
                withScenario(folder).with("PATH", ssh.programs() + File.pathSeparator + System.getenv("PATH"));
        String servers = KAFKA.connection().getOrDefault("bootstrap.servers", "");
        String port = servers.split(",", -1)[0].replaceFirst(".*:", "");
        assay.write("fleet.yaml", """
                machines:
                  load-1: {}
                  broker-1: { roles: observer, servers: { broker-a: %s }, data: [/tmp] }
                """.formatted(port));

        Ended ended = assay.run(
                MAX, "run", "existing.yaml", "--observe", "ssh:@fleet.yaml", "--workers-on", "ssh:@fleet.yaml");

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        assertThat(trial.trial().delivery().acked())
                .isEqualTo(trial.trial().delivery().scheduled());
        assertThat(trial.observed().values())
                .singleElement()
                .satisfies(machine -> assertThat(machine.nodes()).containsExactly("broker-a"));
        assay.awaitNothingRunning(MAX);
        for (String host : List.of("load-1", "broker-1")) {
            assertThat(ssh.files(host, ".cache/assay/fleet/running")).isEmpty();
            assertThat(ssh.files(host, ".cache/assay"))
                    .containsExactly(ssh.home(host).resolve(".cache/assay/fleet"));
        }
        assertOnlyAssaysTopicsAreGone(assay);
    }

    private AssayProgram withScenario(Path folder) throws IOException {
        AssayProgram assay = AssayProgram.in(folder);
        String servers = KAFKA.connection().getOrDefault("bootstrap.servers", "");
        assay.write(
                "existing.yaml",
                Scenarios.existing(servers, "3 s")
                        .replace("partitions: 3", "partitions: 4\n  producers: 2\n  consumers: 2"));
        return assay;
    }

    private static void assertSoundOnTwoWorkers(StoredTrial trial) {
        FinishedTrials.assertSound(trial);
        assertThat(trial.trial().setup().workers()).containsExactly("w1", "w2");
        Set<String> recorded = new TreeSet<>();
        trial.eachInterval(interval -> recorded.add(interval.worker()));
        assertThat(recorded).containsExactly("w1", "w2");
    }

    private static Set<String> topics(Admin admin) throws Exception {
        return admin.listTopics().names().get();
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", KAFKA.connection().getOrDefault("bootstrap.servers", "")));
    }
}
