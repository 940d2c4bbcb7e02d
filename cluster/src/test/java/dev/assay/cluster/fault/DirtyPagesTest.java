package dev.assay.cluster.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirtyPagesTest {
    @TempDir
    Path proc;

    private void write(String memory, String expire, String background) throws IOException {
        Files.createDirectories(proc.resolve("sys/vm"));
        Files.writeString(proc.resolve("meminfo"), memory);
        Files.writeString(proc.resolve("sys/vm/dirty_expire_centisecs"), expire + "\n");
        Files.writeString(proc.resolve("sys/vm/dirty_background_ratio"), background + "\n");
    }

    @Test
    void whatTheKernelTellsIsReadWhole() throws IOException {
        DirtyPages here = DirtyPages.read(Path.of("/proc"));
        assertThat(Long.toString(here.expireCentis()))
                .isEqualTo(Program.run("cat", "/proc/sys/vm/dirty_expire_centisecs"));
        assertThat(Long.toString(here.backgroundPercent()))
                .isEqualTo(Program.run("cat", "/proc/sys/vm/dirty_background_ratio"));
        assertThat(here.availableKib()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 3000, 10, 29, false",
        "1000, 3000, 10, 31, true",
        "200000, 3000, 10, 1, true",
        "200000, 3000, 0, 1, false"
    })
    void writeBackHasLikelyBegunByAgeOrByAmount(
            long dirtyKib, String expire, String background, int seconds, boolean begun) throws IOException {
        write("MemAvailable: 1000000 kB\nDirty:  %d kB\nWriteback: 12 kB\n".formatted(dirtyKib), expire, background);
        assertThat(DirtyPages.read(proc).likelyBegun(Duration.ofSeconds(seconds)))
                .isEqualTo(begun);
    }

    @Test
    void itIsDescribedWithUnits() throws IOException {
        write("MemAvailable: 1000000 kB\nDirty:  20 kB\nWriteback: 12 kB\n", "3000", "10");
        assertThat(DirtyPages.read(proc).describe(Duration.ofMillis(1250)))
                .containsEntry("time since all was synced", "1.3 s")
                .containsEntry("dirty", "20 KiB")
                .containsEntry("under write-back", "12 KiB")
                .containsEntry("written back when older than", "30.0 s")
                .containsEntry("write-back has likely begun", "no");
    }

    @Test
    void aKernelThatTellsLessIsNoKernelThatTellsZero() throws IOException {
        write("MemAvailable: 1000000 kB\nWriteback: 12 kB\n", "3000", "10");
        assertThatThrownBy(() -> DirtyPages.read(proc)).hasMessageContaining("Dirty:");
    }
}
