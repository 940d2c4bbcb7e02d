package dev.assay.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.run.PlanText;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.daemon.RunningNode;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.secret.SecretReader;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.SecretValues;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks how {@code --on} finds a cluster and changes a scenario for it. This process plays daemon and server. */
class NamedClustersTest {
    private static final String SCENARIO = """
            name: named
            systems: { kafka: {}, memory: {} }
            workload: { rate: 100/s }
            timing: { warmup: 1 s, measure: 2 s }
            """;

    @TempDir
    Path folder;

    private AssayCache cache;
    private ClusterRegistration registration;

    @BeforeEach
    void inACacheOfItsOwn() {
        cache = new AssayCache(folder);
        registration = ClusterRegistration.of("kafka", cache);
    }

    private void standing(ClusterOptions options) throws Exception {
        RunningCluster starting = options.starting();
        registration.take(starting);
        Files.writeString(ClusterOptions.file(registration), options.scenario());
        registration.write(new RunningCluster(
                "kafka",
                "4.3.1",
                starting.durability(),
                Instant.parse("2026-11-21T07:00:00Z"),
                ProcessIdentity.self(),
                Map.of("bootstrap.servers", "127.0.0.1:19092", "replication", "1"),
                List.of(new RunningNode("broker-1", ProcessIdentity.self(), 19092, folder, folder, Optional.empty())),
                Optional.empty()));
    }

    private Plan plan(List<NamedCluster> clusters) throws Exception {
        return ScenarioFile.read("named.yaml", SCENARIO, List.of(), Set.of(), clusters)
                .plan();
    }

    @Test
    void aScenarioIsMeasuredOnTheClusterAsItWasStarted() throws Exception {
        standing(ClusterOptions.of(
                "kafka",
                List.of("nodes=1", "settings.broker.num.io.threads=4"),
                "level-3",
                new SecretReader(Path.of(""))));

        Plan plan = plan(NamedClusters.of(List.of("kafka", "kafka"), cache));

        assertThat(plan.trials()).hasSize(1);
        TrialSpec trial = plan.trials().getFirst().spec();
        assertThat(TrialText.keys(trial))
                .containsEntry("durability", "level-3")
                .containsEntry("systems.kafka.deployment", "existing")
                .containsEntry("systems.kafka.bootstrap.servers", "127.0.0.1:19092")
                .containsEntry("systems.kafka.nodes", "1")
                .containsEntry("settings.kafka.broker.num.io.threads", "4");
        assertThat(PlanText.of(plan).replace(System.lineSeparator(), "\n")).isEqualTo("""
                named: 1 trial

                  1  kafka                        kafka 4.3.1  level-3 (synced)  1 x 1 partitions  100/s x 1 KB = 0.1 MB/s  1 s + 2 s

                total load: 3 s (warm-up and measurement, without startup, drain and shutdown)
                settings of kafka: broker.num.io.threads=4, producer.acks=1, producer.batch.size=131072, producer.linger.ms=1, topic.flush.messages=1, topic.flush.ms=0
                needs: the running cluster 'kafka' (kafka 4.3.1), which 'assay cluster up' has started
                """);
    }

    @Test
    void aNameThatNoClusterCanHaveIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> NamedClusters.of(List.of("kafak"), cache))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        refusal -> assertThat(refusal.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageStartingWith("there is no system 'kafak'; did you mean kafka?");
    }

    @Test
    void aClusterThatIsNotUpIsRefused() {
        assertThatThrownBy(() -> NamedClusters.of(List.of("kafka"), cache))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("no cluster 'kafka' is up; start it with 'assay cluster up kafka'");
    }

    @Test
    void whatAnotherAssayHasStartedIsNotAnsweredWithALineThatNobodyWrote() throws Exception {
        standing(ClusterOptions.of("kafka", List.of(), "", new SecretReader(Path.of(""))));
        Files.writeString(ClusterOptions.file(registration), "name: cluster\nsystems: {kafka: {brokers: 3}}\n");

        assertThatThrownBy(() -> NamedClusters.of(List.of("kafka"), cache))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("another version of Assay")
                .message()
                .hasLineCount(1);
    }

    @Test
    void whatIsKeptOfAClusterNamesItsSecrets() throws Exception {
        Path store = folder.resolve("store");
        Files.writeString(
                Files.createFile(
                        store, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))),
                "canary-7f3a\n");
        SecretReader secrets = new SecretReader(folder.resolve("x.yaml"));
        String secret = "ssl.keystore.password";
        standing(ClusterOptions.of(
                "kafka", List.of("settings.broker." + secret + "={ secret-file: store }"), "level-3", secrets));

        assertThat(ClusterOptions.started(registration, secrets).settings().broker())
                .containsEntry(secret, "canary-7f3a");
        assertThat(ClusterOptions.started(registration, SecretValues.UNREAD)
                        .settings()
                        .broker())
                .containsEntry(secret, "********");
        assertThat(ClusterOptions.file(registration)).content().contains("secret-file: " + store);
        try (Stream<Path> kept = Files.walk(registration.folder())) {
            assertThat(kept.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file).content().doesNotContain("canary"));
        }
        assertThat(Files.getPosixFilePermissions(registration.folder().resolve("cluster.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        List<NamedCluster> clusters = NamedClusters.of(List.of("kafka"), cache);
        String same = SCENARIO + "settings: { kafka: { broker: { ssl.keystore.password: { secret-env: STORE } } } }\n";
        assertThat(ScenarioFile.read("named.yaml", same, List.of(), Set.of(), clusters)
                        .plan()
                        .trials())
                .hasSize(1);
    }

    @Test
    void statusAndReadyTextSayHowToMeasureIt() throws Exception {
        standing(ClusterOptions.of("kafka", List.of("nodes=1"), "level-3", new SecretReader(Path.of(""))));

        assertThat(ClusterStatus.of("kafka", cache).text())
                .contains("measure it         assay run SCENARIO --on kafka")
                .doesNotContain("--set");
        assertThat(ReadyText.of(registration.read().orElseThrow()).replace(System.lineSeparator(), "\n"))
                .isEqualTo("""

                measure it:   assay run SCENARIO --on kafka
                take it down: assay cluster down kafka
                """);
    }
}
