package dev.assay.host.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    @TempDir
    Path folder;

    /** Linux has a device that is always full. Java's message about it is in the language of the user who runs this. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsToldByTheNumberOfTheError() {
        Path file = folder.resolve("file");
        assertThatThrownBy(() -> Files.write(Path.of("/dev/full"), new byte[1], StandardOpenOption.WRITE))
                .hasMessageContaining(FullDisk.text(FullDisk.NO_SPACE))
                .isInstanceOfSatisfying(
                        IOException.class,
                        full -> assertThat(FullDisk.explains(full, file)).isTrue());
    }

    @Test
    void anotherFailureIsNone() {
        Path file = folder.resolve("gone").resolve("file");
        assertThatThrownBy(() -> Files.write(file, new byte[1]))
                .isInstanceOfSatisfying(
                        IOException.class,
                        gone -> assertThat(FullDisk.explains(gone, file)).isFalse());
        assertThat(FullDisk.isFull(folder.resolve("file"))).isFalse();
    }
}
