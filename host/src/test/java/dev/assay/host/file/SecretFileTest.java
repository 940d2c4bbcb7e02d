package dev.assay.host.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class SecretFileTest {
    @TempDir
    Path folder;

    private SecretFile written(String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "hunter2\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return new SecretFile(file);
    }

    @Test
    void isReadWhereOnlyItsOwnerCan() throws IOException {
        assertThat(written("rw-------").read()).isEqualTo("hunter2\n");
        assertThat(written("r--------").read()).isEqualTo("hunter2\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw-----w-", "rw----r--"})
    void isRefusedWhereOthersCanReadOrChangeIt(String mode) throws IOException {
        SecretFile file = written(mode);

        assertThatThrownBy(file::read)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(mode, "chmod 600 " + file.path());
    }

    @Test
    void isRefusedWhereItBelongsToSomebodyElse() throws IOException {
        SecretFile file = written("rw-------");
        long owner = ((Number) Files.getAttribute(file.path(), "unix:uid")).longValue();
        if (owner == 0) { // Root's may be used by everybody.
            owner = 12_345;
            Files.setAttribute(file.path(), "unix:uid", (int) owner);
        }
        long another = owner + 1;

        file.requireOwnerOnly(owner);
        assertThatThrownBy(() -> file.requireOwnerOnly(another))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("belongs to another user");
    }

    @Test
    void isMadeOnceAndForItsOwnerAlone() throws IOException {
        SecretFile file = new SecretFile(folder.resolve("cache/key"));

        file.create("first");
        file.create("second");

        assertThat(file.read()).isEqualTo("first\n");
        try (var files = Files.list(folder.resolve("cache"))) {
            assertThat(files).containsExactly(file.path());
        }
    }

    /** A folder is in its place. */
    @Test
    void nothingIsLeftOfAFileThatCannotBeReplaced() throws IOException {
        Path place = folder.resolve("cache/key");
        Files.createDirectories(place.resolve("inner"));

        assertThatThrownBy(() -> new SecretFile(place).replace("secret")).isInstanceOf(IOException.class);

        try (var files = Files.list(folder.resolve("cache"))) {
            assertThat(files).containsExactly(place);
        }
    }

    @Test
    void isNotReadWholeWhereItIsEndless() {
        assertThatThrownBy(() -> {
                    Path file = Files.write(folder.resolve("large"), new byte[(1 << 16) + 1]);
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                    new SecretFile(file).read();
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no secret has");
    }
}
