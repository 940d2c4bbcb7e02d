package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache gives out only what was fetched, whoever changed it and however. */
class VerifiedOnUseTest {
    private static final Coordinates SERVER = Coordinates.parse("org.example:server:1.0");
    private static final Coordinates BYTES = Coordinates.parse("org.example:bytes:1.0");

    @TempDir
    Path folder;

    private RepositoryOnDisk repository;

    @BeforeEach
    void fillRepository() throws IOException {
        repository = new RepositoryOnDisk(folder.resolve("central"));
        repository.add("org.example:server:1.0", "org.example:bytes:1.0");
        repository.add("org.example:bytes:1.0");
    }

    private ArtifactCache cache(PinnedDigests pinned) {
        return new ArtifactCache(
                new AssayCache(folder.resolve("cache")), repository.folder().toUri(), ProgressListener.SILENT, pinned);
    }

    private ResolvedClassPath resolve() {
        return cache(PinnedDigests.NONE).resolve(List.of(SERVER));
    }

    private static String sha256(String content) {
        return HexFormat.of().formatHex(Sha256.digest(content.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aJarThatWasChangedIsRefusedThoughSizeAndTimeAreTheSame() throws IOException {
        Path jar = resolve().files().getLast();
        FileTime time = Files.getLastModifiedTime(jar);
        Files.writeString(jar, "org.example:evil!:1.0");
        Files.setLastModifiedTime(jar, time);
        assertThatThrownBy(this::resolve)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining(jar + " has changed since it was first fetched")
                .hasMessageContaining(sha256("org.example:evil!:1.0"))
                .hasMessageContaining("Delete the folder " + jar.getParent());
    }

    @Test
    void oneOfAnotherSizeIsNotTakenForWhatWasFetched() throws IOException {
        Path jar = resolve().files().getLast();
        Files.writeString(jar, "longer than what was there before");
        assertThatThrownBy(this::resolve).hasMessageContaining("has changed since it was first fetched");
    }

    @Test
    void whatAnotherRequestHasFetchedIsVerifiedAsWell() throws IOException {
        Path jar = resolve().files().getLast();
        Files.writeString(jar, "org.example:evil!:1.0");
        assertThatThrownBy(() -> cache(PinnedDigests.NONE).resolve(List.of(BYTES)))
                .hasMessageContaining("has changed since it was first fetched");
    }

    @Test
    void deletingItAsTheMessageSaysHelps() throws IOException {
        ResolvedClassPath first = resolve();
        Files.writeString(first.files().getLast(), "org.example:evil!:1.0");
        assertThatThrownBy(this::resolve).isInstanceOf(DeploymentException.class);
        RepositoryOnDisk.deleteFolderOf(first.files().getLast());
        assertThat(resolve()).isEqualTo(first);
        assertThat(first.files().getLast()).hasContent("org.example:bytes:1.0");
    }

    @Test
    void aRepositoryThatReplacesAReleaseIsNotFollowed() throws IOException {
        ResolvedClassPath first = resolve();
        RepositoryOnDisk.deleteFolderOf(first.files().getLast());
        repository.replace("org.example:bytes:1.0", "another build");
        assertThatThrownBy(this::resolve)
                .hasMessageContaining("has changed since it was first fetched")
                .hasMessageContaining("the repository has replaced a release");
    }

    @Test
    void aMirrorCannotServeSomethingElseUnderAKnownName() {
        PinnedDigests pinned = new PinnedDigests(Map.of("org.example:bytes:1.0", sha256("what Assay knows")));
        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(() -> cache(pinned).resolve(List.of(SERVER)))
                    .hasMessageContaining("is not the file that this version of Assay expects")
                    .hasMessageContaining(sha256("what Assay knows"));
        }
        resolve();
        assertThatThrownBy(() -> cache(pinned).resolve(List.of(SERVER)))
                .hasMessageContaining("org.example:bytes:1.0 from the cache is not the file that this version");
    }

    @Test
    void otherVersionsHaveTheDigestTheyWereFetchedWithAndAreSaidToHaveNoOther() {
        PinnedDigests pinned = new PinnedDigests(Map.of("org.example:bytes:1.0", sha256("org.example:bytes:1.0")));
        ResolvedClassPath classPath = cache(pinned).resolve(List.of(SERVER));
        assertThat(pinned.unpinned(classPath.checksums().keySet())).containsExactly("org.example:server:1.0");
    }

    private ResolvedClassPath resolveLockedTo(Map<String, String> lock) {
        String known = "org.example:bytes:1.0";
        return new ArtifactCache(
                        new AssayCache(folder.resolve("cache")).lockedTo(lock),
                        repository.folder().toUri(),
                        ProgressListener.SILENT,
                        new PinnedDigests(Map.of(known, sha256(known))))
                .resolve(List.of(SERVER));
    }

    @Test
    void underALockOnlyWhatItNamesOrAssayKnowsIsTakenAndOnlyWithThatDigest() {
        String server = "org.example:server:1.0";
        String own = sha256(server);
        for (int again = 0; again < 2; again++) { // Fetched, and from the cache.
            assertThatThrownBy(() -> resolveLockedTo(Map.of(server, sha256("foreign"))))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining(server)
                    .hasMessageContaining("its SHA-256 is " + own + ", but the lock says " + sha256("foreign"));
            assertThatThrownBy(() -> resolveLockedTo(Map.of()))
                    .hasMessageContaining("the lock does not name it, and this version of Assay does not know it");
            resolve();
        }
        assertThat(resolveLockedTo(Map.of(server, own)).checksums()).containsEntry(server, own);
    }

    @Test
    void whatALockSaysOtherwiseThanAssayIsFoundWithoutFetching() {
        PinnedDigests pinned = new PinnedDigests(Map.of("a:a:1", "00", "a:b:1", "11"));

        assertThat(pinned.contradicting(Map.of("a:a:1", "00", "a:b:1", "22", "a:c:1", "33")))
                .containsExactly("a:b:1");
    }

    @Test
    void aRepositoryInAPomIsNotAsked() throws IOException {
        RepositoryOnDisk other = new RepositoryOnDisk(folder.resolve("elsewhere"));
        other.add("org.example:foreign:1.0");
        repository.addNaming(other.folder(), "org.example:naming:1.0", "org.example:foreign:1.0");
        assertThatThrownBy(
                        () -> cache(PinnedDigests.NONE).resolve(List.of(Coordinates.parse("org.example:naming:1.0"))))
                .hasMessageContaining("There is no org.example:foreign:1.0");
    }

    @Test
    void aRepositoryWithoutEncryptionTakesAWord() {
        String mirror = "http://mirror.example/maven2/";
        assertThatThrownBy(() -> ArtifactCache.sourceOf(mirror, null))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("without encryption")
                .hasMessageContaining("ASSAY_MAVEN_REPO_HTTP=allowed");
        assertThat(ArtifactCache.sourceOf(mirror, "allowed")).isEqualTo(URI.create(mirror));
        assertThat(ArtifactCache.sourceOf("https://mirror.example/", null)).hasScheme("https");
    }
}
