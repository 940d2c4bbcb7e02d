package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedRunTest {
    @TempDir
    Path folder;

    @Test
    void aRunIsPutBelowTheFolderOfRuns() throws IOException {
        Path out = folder.resolve("runs");
        assertThat(PackedRun.unpack(packed("run-1/run.json"), out)).containsExactly(out.resolve("run-1"));
        assertThat(out.resolve("run-1/run.json")).hasContent("x");
    }

    @Test
    void nothingIsPutElsewhere() throws IOException {
        Path packed = packed("../run.json");
        assertThatThrownBy(() -> PackedRun.unpack(packed, folder.resolve("runs")))
                .hasMessageContaining("outside of its folder: ../run.json");
        assertThat(folder.resolve("run.json")).doesNotExist();
    }

    @Test
    void nothingIsReplaced() throws IOException {
        Path packed = packed("run-1/run.json");
        Files.createDirectories(folder.resolve("run-1"));
        Files.writeString(folder.resolve("run-1/run.json"), "mine");
        assertThatThrownBy(() -> PackedRun.unpack(packed, folder)).isInstanceOf(IOException.class);
        assertThat(folder.resolve("run-1/run.json")).hasContent("mine");
    }

    private Path packed(String name) throws IOException {
        Path file = folder.resolve("run.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write('x');
            zip.closeEntry();
        }
        return file;
    }
}
