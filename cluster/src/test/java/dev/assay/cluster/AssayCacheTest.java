package dev.assay.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssayCacheTest {
    @TempDir
    Path folder;

    @Test
    void theEnvironmentVariableMovesTheCache() {
        assertThat(AssayCache.of(Map.of("ASSAY_CACHE", "/elsewhere"), folder).root())
                .isEqualTo(Path.of("/elsewhere"));
        assertThat(AssayCache.of(Map.of(), folder).root()).isEqualTo(folder.resolve(".cache/assay"));
        assertThat(AssayCache.of(Map.of("ASSAY_CACHE", " "), folder).root()).isEqualTo(folder.resolve(".cache/assay"));
    }

    /** A class path is text, and so is what is looked for in the archives of classes. */
    @Test
    void aRepositoryThatCachesShareHasOneName() throws IOException {
        Path one = new AssayCache(folder.resolve("one")).repository();
        Files.createSymbolicLink(Files.createDirectory(folder.resolve("two")).resolve("repository"), one);

        assertThat(new AssayCache(folder.resolve("two")).repository()).isEqualTo(one);
    }

    @Test
    void aCacheThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> new AssayCache(file).repository())
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("ASSAY_CACHE");
    }
}
