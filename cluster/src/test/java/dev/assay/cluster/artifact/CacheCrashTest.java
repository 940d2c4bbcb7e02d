package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.testing.disk.DiskFailure;
import dev.assay.testing.disk.FailingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever step of writing to the cache is the last one: the next start believes nothing half-written, and leaves nothing of it. */
class CacheCrashTest {
    private static final InstantSource LATER = java.time.Clock.offset(java.time.Clock.systemUTC(), Duration.ofHours(1));

    @TempDir
    Path folder;

    private interface Work {
        void on(FailingDisk disk) throws IOException;
    }

    /** Returns whether the work reached the step that fails; it may fail only with what its callers expect. */
    private static boolean failed(FailingDisk disk, DiskFailure failure, Work work) {
        try {
            work.on(disk);
        } catch (DeploymentException | IOException e) {
            assertThat(e).hasMessageContaining(failure == DiskFailure.FULL ? "No space left" : "Input/output error");
        } catch (DiskFailure.Killed killed) {
            // As if this had been another process.
        }
        return disk.hasFailed();
    }

    @ParameterizedTest
    @EnumSource
    void whatWasNotUnpackedToItsEndIsUnpackedAgain(DiskFailure failure) throws IOException {
        ResolvedArtifact archive = pack();
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            Path root = folder.resolve("cache" + step);
            FailingDisk disk = new FailingDisk(failure, step);
            failed = failed(disk, failure, each -> unpack(archive, each.path(root)));
            if (failure == DiskFailure.FULL && Files.exists(root.resolve("unpacked"))) {
                assertThat(below(root.resolve("unpacked")))
                        .as("step %d", step)
                        .noneMatch(path -> path.contains(".new"));
            }
            Path home = unpack(archive, root);
            assertThat(home.resolve("lib/a.jar")).as("step %d", step).hasContent("class a");
            String name = home.getFileName().toString();
            assertThat(below(root.resolve("unpacked")))
                    .as("step %d", step)
                    .containsExactly(name + ".manifest", name + "/conf/b.conf", name + "/lib/a.jar");
        }
        assertThat(step).isEqualTo(20);
    }

    @ParameterizedTest
    @EnumSource
    void digestsAreKeptWholeOrNotAtAll(DiskFailure failure) throws IOException {
        Path content = Files.writeString(folder.resolve("content"), "content");
        String sha256 = Sha256.ofFile(content);
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            Path digests = Files.createDirectory(folder.resolve("digests" + step));
            FailingDisk disk = new FailingDisk(failure, step);
            failed = failed(disk, failure, each -> keep(each.path(digests), content));
            assertThat(keep(digests, content)).as("step %d", step).isEqualTo(sha256);
            assertThat(below(digests)).as("step %d", step).containsExactly("known.txt");
            assertThat(Files.readString(digests.resolve("known.txt")))
                    .startsWith(sha256 + "\t")
                    .endsWith("\t" + content + "\n");
        }
        assertThat(step).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void aClassPathIsRememberedWholeOrNotAtAll(DiskFailure failure) throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "class a");
        Coordinates server = Coordinates.parse("org.example:server:1.0");
        ArtifactQuery query = ArtifactQuery.classPath(server);
        ResolvedClassPath whole =
                new ResolvedClassPath(List.of(new ResolvedArtifact(server, jar, Sha256.ofFile(jar), Files.size(jar))));
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            Path folderOfStep = Files.createDirectory(folder.resolve("classpaths" + step));
            FailingDisk disk = new FailingDisk(failure, step);
            failed = failed(
                    disk, failure, each -> remembered(each.path(folderOfStep)).remember(query, whole));
            RememberedClassPaths next = remembered(folderOfStep);
            ResolvedClassPath classPath = next.find(query);
            assertThat(classPath == null ? whole : classPath)
                    .as("step %d", step)
                    .isEqualTo(whole);
            if (classPath == null) {
                next.check(whole);
                next.remember(query, whole);
            }
            assertThat(below(folderOfStep))
                    .as("step %d", step)
                    .singleElement()
                    .asString()
                    .endsWith(".txt");
        }
        assertThat(step).isEqualTo(6);
    }

    private RememberedClassPaths remembered(Path classPaths) {
        return new RememberedClassPaths(classPaths, folder, folder.resolve("known.txt"));
    }

    private static String keep(Path digests, Path content) throws IOException {
        KnownDigests known = KnownDigests.read(digests.resolve("known.txt"), LATER);
        String sha256 = known.of(content);
        known.keep();
        return sha256;
    }

    private static Path unpack(ResolvedArtifact archive, Path root) {
        return Distribution.of(archive, "server-1.0", new AssayCache(root), ProgressListener.SILENT, _ -> true)
                .home();
    }

    /** Leaves out locks, which stay, empty, for the next one who takes them. */
    private static List<String> below(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(
                            path -> !Files.isDirectory(path) && !path.toString().endsWith(".lock"))
                    .map(path -> Objects.requireNonNull(root.relativize(path)).toString())
                    .sorted()
                    .toList();
        }
    }

    private ResolvedArtifact pack() throws IOException {
        Path file = folder.resolve("server.tar.gz");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(Files.newOutputStream(file)))) {
            for (List<String> each : List.of(List.of("lib/a.jar", "class a"), List.of("conf/b.conf", "port=1"))) {
                byte[] bytes = each.get(1).getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry("server-1.0/" + each.get(0));
                entry.setSize(bytes.length);
                tar.putArchiveEntry(entry);
                tar.write(bytes);
                tar.closeArchiveEntry();
            }
        }
        return new ResolvedArtifact(
                Coordinates.parse("org.example:server:tar.gz:1.0"), file, Sha256.ofFile(file), Files.size(file));
    }
}
