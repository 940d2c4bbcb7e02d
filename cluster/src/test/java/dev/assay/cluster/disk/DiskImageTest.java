package dev.assay.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.file.FullDisk;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounts real file systems on loop devices. */
class DiskImageTest {
    @TempDir
    Path folder;

    private ProcessSupervisor supervisor;
    private DiskImage disk;

    @BeforeEach
    void mount() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
        disk = DiskImage.create(supervisor, folder.resolve("disk.img"), folder.resolve("disk"), new ByteSize(64 << 20));
    }

    @AfterEach
    void nothingStaysMounted() throws IOException {
        if (supervisor != null) {
            supervisor.close();
        }
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
    }

    private static void append(Path file, String text, boolean sync) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            if (sync) {
                channel.force(true);
            }
        }
    }

    @Test
    void aPowerLossTakesWhatWasWrittenAndLeavesWhatWasSynced() throws IOException {
        Path synced = disk.folder().resolve("synced");
        Path written = disk.folder().resolve("written");
        Path settled = disk.folder().resolve("settled");
        long before;
        long after;
        do {
            Files.deleteIfExists(synced);
            Files.deleteIfExists(written);
            append(settled, "all", false);
            disk.sync();
            append(synced, "kept", true);
            before = commits();
            append(synced, " and lost", false);
            append(written, "lost", false);

            disk.cutPower();
            after = commits();
            assertThatThrownBy(() -> append(settled, "late", true)).isInstanceOf(IOException.class);
            disk.restorePower();
            // The kernel writes by itself when some seconds have passed, or when anybody on the machine calls sync.
        } while (after > before);

        assertThat(settled).content().matches("(all)+");
        assertThat(synced).hasContent("kept");
        assertThat(written).doesNotExist();
        append(written, "again", true);
        assertThat(written).hasContent("again");
    }

    /** Returns how often the journal of the file system has been written. */
    private long commits() throws IOException {
        String device = Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                .map(line -> line.split(" ", -1))
                .filter(mount -> mount[1].equals(disk.folder().toString()))
                .map(mount -> mount[0].substring(mount[0].lastIndexOf('/') + 1))
                .findFirst()
                .orElseThrow();
        String info = Files.readString(Path.of("/proc/fs/jbd2/" + device + "-8/info"));
        return Long.parseLong(info.substring(0, info.indexOf(' ')));
    }

    /** The namespace is like that of a container that was started meanwhile. */
    @Test
    void aDiskComesBackThoughANamespaceOfMountsStillHoldsTheOldOne() throws Exception {
        Path synced = disk.folder().resolve("synced");
        append(synced, "kept", true);
        Process other = new ProcessBuilder("unshare", "--mount", "sh", "-c", "echo holding; exec sleep 1000").start();
        try {
            assumeTrue("holding".equals(other.inputReader().readLine()), "skipped: no namespace of mounts can be had");
            disk.cutPower();
            disk.restorePower();

            assertThat(synced).hasContent("kept");
            append(synced, " again", true);
            assertThat(synced).hasContent("kept again");
        } finally {
            other.destroyForcibly().waitFor();
        }
        disk.cutPower();
        disk.restorePower();
        assertThat(synced).hasContent("kept again");
    }

    @Test
    void withoutAPowerLossNothingIsTaken() throws IOException {
        Path written = disk.folder().resolve("written");
        append(written, "kept", false);
        disk.restorePower();
        assertThat(written).hasContent("kept");
    }

    @Test
    void aFullDiskTakesNothingMoreUntilItIsFreed() throws IOException {
        Path file = disk.folder().resolve("file");
        append(file, "before", true);
        disk.fill();
        String much = "x".repeat(1 << 20);
        assertThatThrownBy(() -> append(file, much, true))
                .isInstanceOfSatisfying(
                        IOException.class,
                        full -> assertThat(FullDisk.explains(full, file)).isTrue());
        disk.free();
        append(file, much, true);
        assertThat(Files.size(file)).isGreaterThan(1 << 20);
    }

    /** Another of our file systems stands for one that a neighbour has mounted there. */
    @Test
    void thePowerOfWhatSomebodyMountedOverItStaysOn() throws IOException {
        DiskImage other = DiskImage.create(
                supervisor, folder.resolve("other.img"), folder.resolve("other"), new ByteSize(64 << 20));
        Program.run("mount", "--bind", other.folder().toString(), disk.folder().toString());
        try {
            assertThatThrownBy(disk::cutPower)
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("Refused to shut down the file system on " + disk.folder())
                    .hasMessageContaining("disk.img")
                    .hasMessageContaining("other.img");
            append(other.folder().resolve("file"), "still written", true);
        } finally {
            Program.run("umount", disk.folder().toString());
        }
        disk.cutPower();
        disk.restorePower();
    }

    @Test
    void afterSomebodyUnmountedItTheFolderBelowIsNotFilled() throws IOException {
        Program.run("umount", disk.folder().toString());
        Program.run(
                "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.folder().toString());
        try {
            assertThatThrownBy(disk::fill)
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("Refused to fill the file system on " + disk.folder());
            assertThat(disk.folder()).isEmptyDirectory();
        } finally {
            Program.run("umount", disk.folder().toString());
        }
    }

    @Test
    void aPlainFolderIsNoDiskImage() {
        assertThatThrownBy(() -> LoopMount.of(folder, folder.resolve("disk.img")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("is not what is mounted on " + folder);
    }

    @Test
    void aDiskThatIsClosedIsUnmounted() {
        disk.close();
        assertThat(disk.folder()).isEmptyDirectory();
    }
}
