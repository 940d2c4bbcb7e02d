package dev.assay.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.result.TrialData;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.journeys.Assay.Ended;
import dev.assay.journeys.Assay.Running;
import dev.assay.provision.AssayCache;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.kafka.LocalKafka;
import dev.assay.provision.leash.Leash;
import dev.assay.store.RunDirectory;
import dev.assay.testkit.jdk.QuickJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs against a cluster that somebody else, here the test, has started. */
@Tag("real")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExistingClusterTest {
    private static final Duration MOST = Duration.ofMinutes(2);
    private static final String THEIRS = "orders";
    private static final KafkaSpec THREE_NODES =
            new KafkaSpec("4.3.1", "4.3.1", Deployment.LOCAL, 3, 3, new ByteSize(256 << 20), "");
    private static final VendorSettings DEFAULTS = new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    private Leash leash;
    private Cluster cluster;

    @BeforeAll
    void startCluster(@TempDir Path clusterFolder) throws Exception {
        QuickJdk.use();
        AssayCache cache = AssayCache.standard();
        leash = Leash.open(cache);
        cluster = new LocalKafka(cache, leash, ProgressListener.SILENT)
                .start(THREE_NODES, DEFAULTS, DurabilityLevel.LEVEL_2, ClusterFolders.of(clusterFolder, cache));
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(THEIRS, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    @AfterAll
    void stopCluster() {
        cluster.close();
        leash.close();
    }

    @Test
    void twoLocalWorkersShareTheLoadAndOnlyAssaysTopicsGo(@TempDir Path folder) throws Exception {
        Assay assay = withScenario(folder);

        Ended ended = assay.run(MOST, "run", "existing.yaml", "--workers", "2");

        Trials.assertMeasured(ended);
        assertSoundOnTwoWorkers(Trials.only(assay));
        assertThat(topics()).containsExactly(THEIRS);
    }

    @Test
    void workersThatWereStartedElsewhereMeasureTheSame(@TempDir Path folder) throws Exception {
        Assay assay = withScenario(folder);
        Running first = assay.start("worker");
        Running second = assay.start("worker");
        try {
            Ended ended = assay.run(
                    MOST,
                    "run",
                    "existing.yaml",
                    "--worker",
                    WorkerOutput.address(first),
                    "--worker",
                    WorkerOutput.address(second));

            Trials.assertMeasured(ended);
            assertSoundOnTwoWorkers(Trials.only(assay));
            assertThat(first.process().isAlive() && second.process().isAlive())
                    .as("workers wait for the next run")
                    .isTrue();
        } finally {
            // One in order, one not: neither may leave its JVM behind.
            Processes.signal(first.pid(), "TERM");
            Processes.signal(second.pid(), "KILL");
        }
        assay.awaitNothingRunning(Duration.ofSeconds(10));
    }

    @Test
    void twoRunsAtOnceDoNotMeet(@TempDir Path folder) throws Exception {
        Assay assay = withScenario(folder);
        assay.write("local.yaml", Scenarios.smallKafka("4 s"));
        Running theirs = assay.start("run", "existing.yaml");
        Running local = assay.start("run", "local.yaml");

        Ended one = theirs.await(MOST);
        Ended other = local.await(MOST);

        Trials.assertMeasured(one);
        Trials.assertMeasured(other);
        assertThat(assay.runs())
                .hasSize(2)
                .allSatisfy(run -> assertThat(RunDirectory.readRun(run)
                                .trials()
                                .getFirst()
                                .trial()
                                .delivery()
                                .subscriptions())
                        .allSatisfy(subscription -> {
                            assertThat(subscription.lost()).isZero();
                            assertThat(subscription.unexpected()).isZero();
                        }));
        assay.awaitNothingRunning(Duration.ofSeconds(5));
        assertThat(topics()).containsExactly(THEIRS);
    }

    private Assay withScenario(Path folder) throws IOException {
        Assay assay = Assay.in(folder);
        String servers = cluster.connection().getOrDefault("bootstrap.servers", "");
        assay.write(
                "existing.yaml",
                Scenarios.existing(servers, "3 s")
                        .replace("partitions: 3", "partitions: 4\n  producers: 2\n  consumers: 2"));
        return assay;
    }

    private static void assertSoundOnTwoWorkers(TrialData trial) {
        Trials.assertSound(trial);
        assertThat(trial.trial().workers()).containsExactly("w1", "w2");
        assertThat(trial.intervals())
                .extracting(TrialData.RecordedInterval::worker)
                .contains("w1", "w2");
    }

    private Set<String> topics() throws Exception {
        try (Admin admin = admin()) {
            return admin.listTopics().names().get();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", cluster.connection().getOrDefault("bootstrap.servers", "")));
    }
}
