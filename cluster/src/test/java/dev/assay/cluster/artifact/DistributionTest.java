package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionTest {
    @TempDir
    Path folder;

    private final List<String> steps = new ArrayList<>();
    private ResolvedArtifact archive;

    @BeforeEach
    void pack() throws IOException {
        Path file = folder.resolve("server.tar.gz");
        Map<String, String> content =
                new TreeMap<>(Map.of("lib/a.jar", "class a", "conf/broker.conf", "port=1", "doc/x.txt", "not wanted"));
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
            for (Map.Entry<String, String> each : content.entrySet()) {
                byte[] bytes = each.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry("server-1.0/" + each.getKey());
                entry.setSize(bytes.length);
                tar.putArchiveEntry(entry);
                tar.write(bytes);
                tar.closeArchiveEntry();
            }
        }
        archive = new ResolvedArtifact(
                Coordinates.parse("org.example:server:tar.gz:1.0"), file, Sha256.ofFile(file), Files.size(file));
    }

    private Path home() {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        return Distribution.of(archive, "server-1.0", cache, steps::add, path -> !path.startsWith("doc/"))
                .home();
    }

    private void refused(String problem) {
        assertThatThrownBy(this::home)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining("has changed since it was unpacked: " + problem)
                .hasMessageContaining("Delete that folder");
    }

    @Test
    void itIsUnpackedOnceAndTakenAgainAsLongAsItIsWhole() {
        Path first = home();
        assertThat(first.resolve("lib/a.jar")).hasContent("class a");
        assertThat(first.resolve("doc")).doesNotExist();
        assertThat(home()).isEqualTo(first);
        assertThat(steps).containsExactly("Unpacking server-1.0");
    }

    @Test
    void aFileThatWasChangedIsRefused() throws IOException {
        Files.writeString(home().resolve("lib/a.jar"), "class b");
        refused("lib/a.jar was changed");
    }

    @Test
    void aFileThatWasAddedIsRefused() throws IOException {
        Files.writeString(home().resolve("lib/0.jar"), "first on the class path");
        refused("lib/0.jar was added");
    }

    @Test
    void aFileThatIsGoneIsRefused() throws IOException {
        Files.delete(home().resolve("conf/broker.conf"));
        refused("conf/broker.conf is gone");
    }

    @Test
    void aLinkInPlaceOfAFileIsRefused() throws IOException {
        Path jar = home().resolve("lib/a.jar");
        Files.move(jar, folder.resolve("a.jar"));
        Files.createSymbolicLink(jar, folder.resolve("a.jar"));
        refused("lib/a.jar was changed");
    }

    @Test
    void deletingTheFolderAsTheMessageSaysHelps() throws IOException {
        Path home = home();
        Files.writeString(home.resolve("lib/a.jar"), "class b");
        refused("lib/a.jar was changed");
        RepositoryOnDisk.deleteFolder(home);
        assertThat(home().resolve("lib/a.jar")).hasContent("class a");
    }
}
