package dev.assay.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderAccessTest {
    @TempDir
    Path folder;

    private static void permit(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx", "rwxrwxrwx", "rwx-w----"})
    void aCacheThatOthersCanWriteToIsRefused(String permissions) throws IOException {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        cache.repository();
        permit(cache.root(), permissions);
        assertThatThrownBy(cache::repository)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining("can be written to by others (" + permissions + ")")
                .hasMessageContaining("chmod -R go-w " + cache.root());
        permit(cache.root(), "rwxr-xr-x");
        assertThat(cache.repository()).isDirectory();
    }

    @Test
    void soIsAFolderOfItAndOneThatALinkLeadsTo() throws IOException {
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        permit(cache.unpacked(), "rwxrwxrwx");
        assertThatThrownBy(cache::unpacked).hasMessageContaining("can be written to by others");
        Path open = Files.createDirectory(folder.resolve("open"));
        permit(open, "rwxrwxrwx");
        Files.createSymbolicLink(cache.root().resolve("repository"), open);
        assertThatThrownBy(cache::repository).hasMessageContaining("can be written to by others");
    }

    @Test
    void aFolderOfAnotherUserIsRefusedUnlessThatIsRoot() throws IOException {
        long owner = ((Number) Files.getAttribute(folder, "unix:uid")).longValue();
        assertThat(new FolderAccess(() -> owner).problem(folder)).isNull();
        if (owner != 0) {
            assertThat(new FolderAccess(() -> owner + 1).problem(folder))
                    .contains("belongs to another user")
                    .contains("ASSAY_CACHE");
        } else {
            Files.setAttribute(folder, "unix:uid", 4711);
            assertThat(new FolderAccess(() -> 4712).problem(folder))
                    .contains("belongs to another user")
                    .contains("ASSAY_CACHE");
            Files.setAttribute(folder, "unix:uid", 0);
            assertThat(new FolderAccess(() -> 4712).problem(folder)).isNull();
        }
    }

    @Test
    void aNewCacheIsForItsOwnerAlone() throws IOException {
        AssayCache cache = new AssayCache(folder.resolve("a/b/cache"));
        cache.leases();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.root())))
                .isEqualTo("rwx------");
    }
}
