package dev.assay.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.daemon.Teardown;
import dev.assay.host.process.MarkedFolders;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSpec;
import dev.assay.model.exit.CommandFailure;
import dev.assay.run.secret.SecretReader;
import dev.assay.testing.time.Eventually;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks who gets the slot of a system when several processes want it. */
class ClusterUpTest {
    @TempDir
    Path folder;

    private AssayCache cache;
    private ClusterRegistration registration;
    private ClusterUp up;
    private ClusterOptions options;

    @BeforeEach
    void inACacheOfItsOwn() throws Exception {
        cache = new AssayCache(folder);
        registration = ClusterRegistration.of("kafka", cache);
        up = new ClusterUp(cache, new TerminalProgress(new PrintWriter(Writer.nullWriter()), false));
        options = ClusterOptions.of("kafka", List.of(), "", new SecretReader(Path.of("")));
    }

    private static RunningCluster of(ProcessIdentity daemon) {
        return new RunningCluster(
                "kafka", "4.3.1", "level-3", Instant.EPOCH, daemon, Map.of(), List.of(), Optional.empty());
    }

    private static ProcessIdentity nobody() {
        ProcessIdentity self = ProcessIdentity.self();
        return new ProcessIdentity(self.pid(), self.begun() + "0", self.namespace());
    }

    /** A process that looked for remains before another one removed them would take the other's new record for remains. */
    @Test
    void remainsAreLookedAtOnlyWhenNobodyElseRemovesThem() throws Exception {
        registration.take(of(nobody()));
        RunningCluster first = of(ProcessIdentity.self());
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread second = Thread.ofPlatform().unstarted(() -> {
            try {
                up.take(registration, options);
            } catch (CommandFailure refused) {
                outcome.set(refused);
            }
        });

        registration.changeAlone(() -> {
            second.start();
            assertThat(Eventually.holds(() -> second.getState() == Thread.State.WAITING || !second.isAlive()))
                    .isTrue();
            new Teardown(registration, cache, Duration.ZERO).run();
            assertThat(registration.take(first)).isTrue();
        });
        second.join();

        assertThat(outcome.get()).hasMessageStartingWith("a kafka cluster is already up (4.3.1, since ");
        assertThat(registration.read()).contains(first);
    }

    @Test
    void aDaemonThatDoesNotEndIsKilledWhenTheStartFails() throws Exception {
        registration.take(of(ProcessIdentity.self()));
        Path log = ClusterDaemonStart.log(registration);
        ProcessSpec deaf = new ProcessSpec(
                "daemon",
                List.of("/bin/sh", "-c", "trap 'echo deaf' TERM; echo $$; while :; do sleep 0.05; done"),
                Map.of(),
                registration.folder(),
                log);
        ClusterDaemonStart start = new ClusterDaemonStart(
                registration,
                cache,
                new TerminalProgress(new PrintWriter(Writer.nullWriter()), false),
                Duration.ofSeconds(2));

        assertThatThrownBy(() -> start.start(deaf, Duration.ofSeconds(3)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("kafka was not ready after 3 s and was stopped");

        List<String> printed = Files.readAllLines(log);
        assertThat(printed).hasSize(2).endsWith("deaf");
        assertThat(ProcessIdentity.of(Long.parseLong(printed.getFirst()))).isEmpty();
    }

    @Test
    void whatAssayHasNotMadeIsLeftAloneAndSaid() throws Exception {
        Path file = Files.createDirectories(registration.folder()).resolve("notes.txt");
        Files.writeString(file, "mine");

        assertThatThrownBy(() -> up.take(registration, options))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("was not made by Assay");
        assertThat(file).exists();
    }

    @Test
    void aClusterOfAnEarlierVersionIsLeftToThatVersion() throws Exception {
        MarkedFolders.create(registration.folder());
        Path record = Files.writeString(registration.folder().resolve("cluster.properties"), "keeper.pid=1\n");

        assertThatThrownBy(() -> up.take(registration, options))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("take it down with 'assay cluster down kafka' of that version");
        assertThatThrownBy(() -> ClusterDown.run("kafka", cache, Duration.ZERO))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("may be running");
        assertThatThrownBy(registration::requireWhole).isInstanceOf(DeploymentException.class);
        assertThat(registration.isLostTo(ProcessIdentity.self())).isTrue();
        assertThat(record).exists();
    }

    @Test
    void anUnfinishedSlotIsNobodys() throws Exception {
        Files.createDirectories(registration.folder().resolveSibling(".kafka.new"));

        assertThat(ClusterRegistration.taken(cache)).isEmpty();
        up.take(registration, options);
        assertThat(ClusterRegistration.taken(cache)).containsExactly(registration);
    }

    @Test
    void aRecordIsLostToAProcessWhenItIsAnothersOrGoneAndNotWhenItCantBeRead() throws Exception {
        ProcessIdentity self = ProcessIdentity.self();
        assertThat(registration.isLostTo(self)).isTrue();

        registration.take(of(self));
        assertThat(registration.isLostTo(self)).isFalse();

        registration.write(of(nobody()));
        assertThat(registration.isLostTo(self)).isTrue();
        assertThatThrownBy(() -> registration.requireKeptBy(self))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("no longer that of process " + self.pid());

        Files.writeString(registration.folder().resolve("cluster.json"), "{ \"nodes\" : 3 }");
        assertThat(registration.isLostTo(self)).isFalse();
    }
}
