package dev.assay.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.cluster.UnrecordedDaemons.Unrecorded;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.host.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds daemons without a record among the processes in files that imitate proc(5). */
class UnrecordedDaemonsTest {
    private static final String HERE = "pid:[1]";

    @TempDir
    Path folder;

    private Path proc;
    private AssayCache cache;

    @BeforeEach
    void makeSelf() throws IOException {
        proc = folder.resolve("proc");
        cache = new AssayCache(folder.resolve("cache"));
        namespaces(proc.resolve("self"), HERE);
    }

    private static void namespaces(Path process, String namespace) throws IOException {
        Path links = Files.createDirectories(process.resolve("ns"));
        Files.createSymbolicLink(links.resolve("pid"), Path.of(namespace));
        Files.createSymbolicLink(links.resolve("mnt"), Path.of("mnt:[1]"));
    }

    private void daemon(long pid, String system, long starter, String namespace) throws IOException {
        process(
                pid,
                namespace,
                "java\0-Dassay.starter=" + starter + "\0-cp\0a.jar\0dev.assay.cli.Main\0cluster\0daemon\0" + system
                        + "\0");
    }

    private void process(long pid, String namespace, String command) throws IOException {
        Path process = Files.createDirectories(proc.resolve(Long.toString(pid)));
        namespaces(process, namespace);
        Files.writeString(process.resolve("cmdline"), command);
        Files.writeString(process.resolve("environ"), "HOME=/\0ASSAY_CACHE=" + cache.root() + "\0");
    }

    private void record(String system, long keeper) {
        ClusterRegistration.of(system, cache)
                .take(new RunningCluster(
                        system,
                        "1",
                        "level-3",
                        Instant.EPOCH,
                        new ProcessIdentity(keeper, "boot/1", "1"),
                        Map.of(),
                        List.of(),
                        Optional.empty()));
    }

    @Test
    void aDaemonWithoutARecordOrWithAnothersIsFound() throws IOException {
        daemon(4242, "kafka", 11, HERE);
        daemon(4243, "nats", 11, HERE);
        record("nats", 4299);

        assertThat(UnrecordedDaemons.find(proc))
                .containsExactly(
                        new Unrecorded(4242, "kafka", cache.root()), new Unrecorded(4243, "nats", cache.root()));
    }

    @Test
    void aDaemonWhoseCacheIsGoneIsFoundAndNothingIsMadeThere() throws IOException {
        daemon(4242, "kafka", 11, HERE);

        assertThat(UnrecordedDaemons.find(proc)).hasSize(1);
        assertThat(cache.root()).doesNotExist();
    }

    @Test
    void oneThatIsRecordedOrStartingAndWhatIsNoDaemonIsNot() throws IOException {
        daemon(4242, "kafka", 11, HERE);
        record("kafka", 4242);
        daemon(4243, "nats", 12, HERE);
        record("nats", 12);
        process(4244, HERE, "vi\0cluster\0daemon\0kafka\0");
        process(4245, HERE, "");

        assertThat(UnrecordedDaemons.find(proc)).isEmpty();
    }

    /** A container's process IDs and paths have another meaning outside. */
    @Test
    void oneOfAContainerIsNot() throws IOException {
        daemon(4242, "kafka", 11, "pid:[2]");

        assertThat(UnrecordedDaemons.find(proc)).isEmpty();
    }
}
