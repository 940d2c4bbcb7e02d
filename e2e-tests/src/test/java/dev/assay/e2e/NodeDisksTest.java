package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.disk.DiskImage;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks several disks for each node: where data is stored, what is reported, and that nothing is left. */
class NodeDisksTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final String SAID = ", emulated by loop devices on one disk";

    private static final String UNDER_LOAD = "\\[1/1 .* left";

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    private static void assumeLoopDevices() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
    }

    @Test
    @Tag("server")
    @Tag("slow")
    void topicsOfKafkaLieOnBothDisksOfEachNode() throws Exception {
        assumeLoopDevices();
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("disks.yaml", Scenarios.kafka("4", "8 s").replace("nodes: 3", "nodes: 3, disks: { count: 2 }"));
        Traces before = Traces.now();

        Running running = assay.start("run", "disks.yaml", "--verbose").awaitText(UNDER_LOAD, MAX);
        Set<String> disks = new TreeSet<>();
        for (int node = 1; node <= 3; node++) {
            for (int disk = 1; disk <= 2; disk++) {
                disks.add("broker-%d-disk-%d/data".formatted(node, disk));
            }
        }
        awaitData(
                assay,
                running,
                path -> path.toString().endsWith(".log") && !path.toString().contains("/data/__"),
                disks);

        assertSaidAndGone(assay, running.await(MAX), "2 disks a node" + SAID, before);
    }

    @Test
    @Tag("server")
    @Tag("slow")
    void splitBookiesKeepJournalsOnTheFirstDiskAndLedgersOnTheSecond() throws Exception {
        assumeLoopDevices();
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write(
                "disks.yaml",
                Scenarios.kafka("2", "8 s")
                                .replace(
                                        "kafka: { nodes: 3, replication: 3 }",
                                        "pulsar: { bookies: 1, disks: { count: 2, layout: split } }")
                        + "settings: { pulsar: { broker: { bookie.flushInterval: 500 } } }\n");
        Traces before = Traces.now();

        Running running = assay.start("run", "disks.yaml", "--verbose").awaitText(UNDER_LOAD, MAX);
        awaitData(assay, running, path -> path.toString().endsWith(".txn"), Set.of("bookie-1-disk-1/journal"));
        awaitData(assay, running, path -> path.toString().endsWith(".log"), Set.of("bookie-1-disk-2/ledgers"));
        Path data = cluster(assay).orElseThrow();
        assertThat(data.resolve("bookie-1-disk-1/ledgers")).doesNotExist();
        assertThat(data.resolve("bookie-1-disk-2/journal")).doesNotExist();

        assertSaidAndGone(assay, running.await(MAX), "2 disks a node (split)" + SAID, before);
    }

    /** Uses two file systems of their own as disks. */
    @Test
    @Tag("server")
    @Tag("slow")
    void realDisksGetBackWhatTheyHad() throws Exception {
        assumeLoopDevices();
        try (MountedDisks disks = MountedDisks.of(folder, "a", "b")) {
            AssayProgram assay = AssayProgram.in(folder).quickly();
            assay.write(
                    "disks.yaml",
                    Scenarios.smallKafka("5 s")
                            .replace(
                                    "nodes: 1",
                                    "nodes: 1, disks: { paths: [%s, %s] }"
                                            .formatted(disks.paths().toArray())));
            List<Path> before = disks.files();

            Running running = assay.start("run", "disks.yaml", "--verbose").awaitText(UNDER_LOAD, MAX);
            assertThat(disks.files()).hasSizeGreaterThan(before.size());
            Ended ended = running.await(MAX);

            FinishedTrials.assertMeasured(ended);
            assertThat(ended.out().replaceAll("\\s+", " ")).contains("2 disks, shared by all nodes: ");
            assertThat(disks.files()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "verify"})
    void disksThatAreNotThereAreRefusedBeforeAnythingBegins(String command) throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write(
                "disks.yaml",
                Scenarios.kafka("1", "5 s").replace("nodes: 3", "nodes: 3, disks: { paths: [/none/a, /none/b] }")
                        + "faults: kill-all\n");

        Ended ended = assay.run(MAX, command, "disks.yaml");

        assertThat(ended.err()).contains("/none/a does not exist");
        assertThat(assay.clusterData()).isEmpty();
        assertRefused(assay, ended, "systems.kafka.disks asks for 2 disks, shared by all nodes: /none/a, /none/b");
    }

    private static void assertRefused(AssayProgram assay, Ended ended, String what) throws IOException {
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.err()).containsOnlyOnce("assay: ").contains(what, "leave systems.kafka.disks out");
        assertThat(ended.said()).doesNotContain("\tat ");
        assertThat(assay.runs()).isEmpty();
    }

    private static void assertSaidAndGone(AssayProgram assay, Ended ended, String said, Traces before)
            throws Exception {
        FinishedTrials.assertMeasured(ended);
        assertThat(ended.out().replaceAll("\\s+", " ")).contains(said);
        Path run = assay.runs().getFirst();
        assertThat(run.resolve("report.html")).content().contains(said);
        assertThat(FinishedTrials.only(assay).trial().setup().config().overrides())
                .containsValue(said);
        assay.awaitNothingRunning(MAX);
        assertThat(assay.clusterData()).isEmpty();
        String own = assay.folder().toString();
        assertThat(Traces.now().since(before)).noneMatch(trace -> trace.contains(own));
    }

    /** Looks at each folder from the beginning, since the cluster's folders are deleted when the run ends. */
    private static void awaitData(AssayProgram assay, Running running, Predicate<Path> wanted, Set<String> folders)
            throws Exception {
        Set<String> missing = new TreeSet<>(folders);
        Until.holds("there is data in each of " + folders, MAX, () -> {
            Optional<Path> cluster = cluster(assay);
            assertThat(running.process().isAlive() && cluster.isPresent())
                    .as("the cluster has gone, and nothing was seen in %s: %s", missing, running.out())
                    .isTrue();
            for (String folder : folders) {
                if (missing.contains(folder) && hasData(cluster.orElseThrow().resolve(folder), wanted)) {
                    missing.remove(folder);
                }
            }
            return missing.isEmpty();
        });
    }

    /** Returns the folder of the cluster's nodes; the kernel's tracing may have been mounted beside it. */
    private static Optional<Path> cluster(AssayProgram assay) throws IOException {
        return assay.clusterData().stream()
                .filter(folder -> !folder.getFileName().toString().startsWith("tracing-"))
                .findFirst();
    }

    /** Treats a folder that vanishes meanwhile as one without data. */
    private static boolean hasData(Path below, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(wanted).anyMatch(path -> path.toFile().length() > 0);
        } catch (NoSuchFileException | UncheckedIOException vanished) {
            return false;
        }
    }
}
