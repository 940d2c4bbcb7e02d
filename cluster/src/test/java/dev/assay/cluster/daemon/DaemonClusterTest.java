package dev.assay.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.ExistingCluster;
import dev.assay.cluster.node.ServerNode;
import dev.assay.host.file.RecordJson;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joins a cluster that the run has not started. The servers are shells that wait for the end of their input. */
class DaemonClusterTest {
    private static final Map<String, String> CONNECTION = Map.of("bootstrap.servers", "127.0.0.1:1");

    @TempDir
    Path folder;

    private ClusterRegistration registration;
    private Process server;
    private Process daemon;
    private ProcessIdentity serverIdentity;
    private ProcessIdentity daemonIdentity;

    @BeforeEach
    void startAServerAndADaemon() throws IOException {
        registration = ClusterRegistration.of("kafka", new AssayCache(folder));
        server = shell();
        serverIdentity = ProcessIdentity.of(server.pid()).orElseThrow();
        daemon = shell();
        daemonIdentity = ProcessIdentity.of(daemon.pid()).orElseThrow();
    }

    @AfterEach
    void endThem() {
        server.destroyForcibly();
        daemon.destroyForcibly();
    }

    private static Process shell() throws IOException {
        return new ProcessBuilder("/bin/sh", "-c", "read -r end").start();
    }

    private RunningCluster cluster(ProcessIdentity daemon, RunningNode... nodes) {
        return new RunningCluster(
                "kafka",
                "4.3.1",
                "level-3",
                Instant.parse("2026-11-21T07:00:00Z"),
                daemon,
                CONNECTION,
                List.of(nodes),
                Optional.empty());
    }

    private RunningNode node(ProcessIdentity process) throws IOException {
        Path log = Files.writeString(folder.resolve("broker-1.log"), "all was well\nand then\n");
        return new RunningNode("broker-1", process, 9092, log, folder.resolve("data"), Optional.empty());
    }

    private static ProcessIdentity nobody() {
        return new ProcessIdentity(
                ProcessHandle.current().pid(),
                ProcessIdentity.self().begun() + "0",
                ProcessIdentity.self().namespace());
    }

    @Test
    void itIsDescribedAsItWasStarted() throws IOException {
        registration.take(cluster(daemonIdentity, node(serverIdentity)));
        registration.writeSettings(new ExistingCluster(CONNECTION));

        try (DaemonCluster joined = DaemonCluster.join(registration, Map.of("replication", "1"))) {
            assertThat(joined.connection()).containsOnly(entry("replication", "1"));
            assertThat(joined.serverVersion()).contains("4.3.1");
            assertThat(joined.nodes())
                    .extracting(ServerNode::name, node -> node.process().pid())
                    .containsExactly(tuple("broker-1", server.pid()));
            assertThat(joined.origin())
                    .containsOnly(
                            entry("name", "kafka"),
                            entry("version", "4.3.1"),
                            entry("durability", "level-3"),
                            entry("up since", "2026-11-21T07:00:00Z"));
            assertThat(joined.failure()).isEmpty();
        }
        assertThat(server.isAlive()).isTrue();
    }

    /** The kernel gives numbers of processes out again. */
    @Test
    void aProcessThatHasTheNumberOfAServerIsNotTheServer() throws IOException {
        ProcessIdentity earlier =
                new ProcessIdentity(server.pid(), serverIdentity.begun() + "0", serverIdentity.namespace());

        assertThat(serverIdentity.handle()).contains(server.toHandle());
        assertThat(earlier.handle()).isEmpty();
    }

    @Test
    void theEndOfAServerIsReportedUntilTheRunHasLeft() throws Exception {
        registration.take(cluster(daemonIdentity, node(serverIdentity)));
        registration.writeSettings(new ExistingCluster(CONNECTION));
        CompletableFuture<String> failure = new CompletableFuture<>();
        CompletableFuture<String> unavailable = new CompletableFuture<>();
        DaemonCluster stays = DaemonCluster.join(registration, CONNECTION);
        DaemonCluster leaves = DaemonCluster.join(registration, CONNECTION);
        leaves.onFailure(unavailable::complete);
        leaves.close();
        stays.onFailure(failure::complete);

        server.getOutputStream().close();

        assertThat(failure.get(1, TimeUnit.MINUTES))
                .startsWith("broker-1 (process " + server.pid() + ") of the running cluster 'kafka' has ended.")
                .endsWith("  all was well\n  and then");
        assertThat(stays.failure()).hasValue(failure.join());
        assertThat(unavailable).isNotDone();
    }

    @Test
    void theEndOfTheDaemonIsReported() throws Exception {
        registration.take(cluster(daemonIdentity, node(serverIdentity)));
        registration.writeSettings(new ExistingCluster(CONNECTION));
        CompletableFuture<String> failure = new CompletableFuture<>();
        DaemonCluster.join(registration, CONNECTION).onFailure(failure::complete);

        daemon.getOutputStream().close();

        assertThat(failure.get(1, TimeUnit.MINUTES))
                .isEqualTo("the daemon of the running cluster 'kafka' has ended, and its servers with it");
    }

    @Test
    void whatIsNotUpIsRefusedWithTheWayOut() throws Exception {
        assertRefused("no cluster 'kafka' is up; start it with 'assay cluster up kafka', or leave out '--on kafka'");

        registration.take(cluster(daemonIdentity));
        assertRefused("the cluster 'kafka' is still starting");

        registration.write(cluster(nobody(), node(serverIdentity)));
        assertRefused("the cluster 'kafka' is gone and has left " + registration.folder());

        registration.write(cluster(daemonIdentity, node(nobody())));
        assertRefused("the cluster 'kafka' is incomplete: broker-1 has ended");
    }

    @Test
    void aClusterOfAnotherNamespaceIsNeitherJoinedNorTakenDown() throws IOException {
        ProcessIdentity identity = new ProcessIdentity(1, ProcessIdentity.self().begun() + "0", "4026530000");
        registration.take(cluster(identity, node(serverIdentity)));

        assertRefused("the cluster 'kafka' was started on another machine or in another PID namespace");
        Teardown teardown = new Teardown(registration, new AssayCache(folder), Duration.ZERO);
        assertThatThrownBy(teardown::run)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("may still be running");
        assertThat(registration.read()).isPresent();
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> DaemonCluster.join(registration, CONNECTION))
                .isInstanceOfSatisfying(
                        DeploymentException.class,
                        refusal -> assertThat(refusal.exitCode()).isEqualTo(ExitCode.SYSTEM_UNDER_TEST))
                .hasMessageStartingWith(reason)
                .message()
                .hasLineCount(1);
    }

    @Test
    void settingsAreReadAsTheyWereWritten() {
        StartedSettings settings = new StartedSettings(
                Map.of("broker-1", Map.of("log.dirs", "/a/b", "num.io.threads", "4"), "broker-2", Map.of("a", "")),
                Map.of("min.insync.replicas", "as level-3 needs"),
                Map.of("org.apache.kafka:kafka_2.13:4.3.1", "ab".repeat(32)));

        assertThat(RecordJson.record(RecordJson.text(settings), StartedSettings.class))
                .isEqualTo(settings);
    }
}
