package dev.assay.provision.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.unit.ByteSize;
import dev.assay.provision.AssayCache;
import dev.assay.provision.leash.Leash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real file systems on loop devices. */
@Tag("real")
class DiskImageTest {
    @TempDir
    Path folder;

    private Leash leash;
    private DiskImage disk;

    @BeforeEach
    void mount() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        leash = Leash.open(new AssayCache(folder.resolve("cache")));
        disk = DiskImage.create(leash, folder.resolve("disk.img"), folder.resolve("disk"), new ByteSize(64 << 20));
    }

    @AfterEach
    void nothingStaysMounted() throws IOException {
        if (leash != null) {
            leash.close();
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
        append(settled, "all", false);
        disk.sync();
        append(synced, "kept", true);
        append(synced, " and lost", false);
        append(written, "lost", false);

        disk.cutPower();
        assertThatThrownBy(() -> append(settled, "late", true)).isInstanceOf(IOException.class);
        disk.restorePower();

        assertThat(settled).hasContent("all");
        assertThat(synced).hasContent("kept");
        assertThat(written).doesNotExist();
        append(written, "again", true);
        assertThat(written).hasContent("again");
    }

    /** As the one of a container that was started meanwhile. */
    @Test
    void aDiskComesBackThoughANamespaceOfMountsStillHoldsTheOldOne() throws Exception {
        Path synced = disk.folder().resolve("synced");
        append(synced, "kept", true);
        Process other = new ProcessBuilder("unshare", "--mount", "sh", "-c", "echo holding; exec sleep 1000").start();
        try {
            assumeTrue("holding".equals(other.inputReader().readLine()), "skipped: no namespace of mounts can be had");
            append(synced, " and lost", false);

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
        assertThatThrownBy(() -> append(file, much, true)).hasMessageContaining("No space left on device");
        disk.free();
        append(file, much, true);
        assertThat(Files.size(file)).isGreaterThan(1 << 20);
    }

    @Test
    void aDiskThatIsClosedIsUnmounted() {
        disk.close();
        assertThat(disk.folder()).isEmptyDirectory();
    }
}
