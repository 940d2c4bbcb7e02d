package dev.assay.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.HostException;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.NodeDisks;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDisksTest {
    private static final NodeDisks TWO = new NodeDisks(2, DiskLayout.USUAL, FolderPaths.NONE);
    private static final List<String> NODES = List.of("node-1", "node-2");

    @TempDir
    Path folder;

    private ProcessSupervisor supervisor;

    @BeforeEach
    void open() {
        supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        supervisor.close();
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
        if (DiskImage.refusal().isEmpty()) {
            // A namespace of mounts that another test made meanwhile holds the devices until it ends.
            assertThat(Eventually.holds(() -> !Program.run("losetup", "--list", "--noheadings", "--output", "BACK-FILE")
                            .contains(folder.toString())))
                    .as("no loop device is left")
                    .isTrue();
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    private NodeEnvironment environment() {
        return NodeEnvironment.lease(supervisor, "data of a test", folder.resolve("data"));
    }

    private static Object device(Path path) throws IOException {
        return Files.getAttribute(path, "unix:dev");
    }

    @Test
    void emulatedDisksAreDevicesOfTheirOwnForEachNode() throws IOException {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        try (NodeEnvironment environment = environment()) {
            environment.provide(TWO, NODES);

            Set<Object> devices = new HashSet<>(Set.of(device(folder)));
            for (String node : NODES) {
                assertThat(environment.dataFolders(node)).hasSize(2);
                for (Path disk : environment.dataFolders(node)) {
                    Files.writeString(disk.resolve("file"), node);
                    devices.add(device(disk));
                }
            }
            assertThat(devices).hasSize(5);
            assertThat(environment.commandPrefix("node-1")).isEmpty();
        }
    }

    @Test
    void aLossOfPowerTakesAllDisksOfANode() throws IOException {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        try (NodeEnvironment environment = environment()) {
            environment.isolate(new NodeIsolation(true, false), NODES);
            environment.provide(TWO, NODES);
            List<Path> disks = environment.dataFolders("node-1");

            assertThat(environment.disks("node-1")).hasSize(3);
            assertThat(environment.disks()).hasSize(6);
            environment.disks("node-1").forEach(DiskImage::cutPower);
            for (Path disk : disks) {
                assertThatThrownBy(() -> Files.writeString(disk.resolve("late"), "x"))
                        .isInstanceOf(IOException.class);
            }
            environment.restorePower("node-1");
            for (Path disk : disks) {
                Files.writeString(disk.resolve("again"), "x");
            }
        }
    }

    @Test
    void aSupervisorThatEndsTakesEmulatedDisksAway() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        environment().provide(TWO, NODES);
    }

    @Test
    void realDisksGetAMarkedFolderAndLoseNothingElse() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Path foreignFile = Files.writeString(disk.resolve("theirs"), "kept");
        NodeDisks real = new NodeDisks(0, DiskLayout.USUAL, new FolderPaths(List.of(disk.toString())));
        try (NodeEnvironment environment = environment()) {
            environment.provide(real, NODES);

            assertThat(environment.dataFolders("node-1")).containsExactly(disk.resolve("data/node-1"));
            assertThat(disk.resolve("data/node-2")).isEmptyDirectory();
            assertThat(environment.disks()).isEmpty();
        }
        assertThat(disk).isDirectoryContaining(foreignFile::equals);
        assertThat(disk.resolve("data")).doesNotExist();
    }

    @Test
    void aFolderOfOthersOnARealDiskIsNotUsed() throws IOException {
        Path disk = folder.resolve("disk");
        Files.createDirectories(disk.resolve("data"));
        NodeDisks real = new NodeDisks(0, DiskLayout.USUAL, new FolderPaths(List.of(disk.toString())));
        try (NodeEnvironment environment = environment()) {
            Files.createFile(disk.resolve("data/.assay-made-this-and-deletes-it"));
            assertThatThrownBy(() -> environment.provide(real, NODES)).isInstanceOf(HostException.class);
        }
        assertThat(disk.resolve("data/.assay-made-this-and-deletes-it")).exists();
    }

    @Test
    void powerOfRealDisksStaysOnAndThatIsSaid() throws IOException {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        Path disk = Files.createDirectory(folder.resolve("disk"));
        NodeDisks real = new NodeDisks(0, DiskLayout.USUAL, new FolderPaths(List.of(disk.toString())));
        try (NodeEnvironment environment = environment()) {
            environment.isolate(new NodeIsolation(true, false), NODES);
            environment.provide(real, NODES);
            assertThat(environment.noDisks())
                    .hasValueSatisfying(reason -> assertThat(reason).contains(disk.toString()));
        }
    }
}
