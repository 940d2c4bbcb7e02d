package dev.assay.host.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BoundedFileTest {
    @TempDir
    Path folder;

    @Test
    void aFileIsReadUpToTheLimit() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "four");

        assertThat(BoundedFile.text(file, 4)).contains("four");
        assertThat(BoundedFile.text(file, 3)).isEmpty();
        assertThatThrownBy(() -> BoundedFile.text(Files.write(file, new byte[] {(byte) 0xff}), 4))
                .isInstanceOf(CharacterCodingException.class);
    }

    /** Such a file claims to have no bytes. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aDeviceWithoutEndIsTooLong() throws IOException {
        assertThat(Files.size(Path.of("/dev/zero"))).isZero();
        assertThat(BoundedFile.bytes(Path.of("/dev/zero"), 1000)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aPipeIsReadToItsEnd() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                Files.writeString(pipe, "name: piped\n");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(BoundedFile.text(pipe, 100)).contains("name: piped\n");
        writer.get();
    }
}
