package dev.assay.cluster.artifact;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.CacheLock;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Holds a vendor's distribution, unpacked once and verified on every use: each file of it has the digest that the archive gives it, and
 * there is no other.
 *
 * @param home the unpacked folder
 */
public record Distribution(ResolvedArtifact archive, Path home) {
    private static final String LOCK = "unpacking.lock";

    /**
     * Unpacks the distribution where it is missing, and verifies it where it is not.
     *
     * @param name its name for people, such as {@code server-4.0.8}
     * @param chosen returns whether a path below the archive's topmost folder is wanted; always the same for one name
     * @throws DeploymentException when it cannot be unpacked, or something was changed since
     */
    public static Distribution of(
            ResolvedArtifact archive,
            String name,
            AssayCache cache,
            ProgressListener progress,
            Predicate<String> chosen) {
        Path home = cache.unpacked().resolve(name + "-" + archive.sha256().substring(0, 12));
        Path manifest = home.resolveSibling(home.getFileName() + ".manifest");
        try {
            if (!Files.isDirectory(home)) {
                try (CacheLock alone = CacheLock.hold(home.resolveSibling(LOCK))) {
                    alone.check();
                    deleteUnfinished(cache.unpacked());
                    if (!Files.isDirectory(home)) {
                        progress.step("Unpacking " + name);
                        unpack(archive, home, manifest, chosen);
                    }
                }
            }
            verify(archive, home, manifest, cache);
            return new Distribution(archive, home);
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "Cannot unpack or verify " + archive.file() + " in " + home + " (" + e.getMessage() + "). Delete "
                            + home + " and " + manifest + ", and make room; the next run unpacks it again.",
                    e);
        }
    }

    /** Deletes unfinished folders. Under the lock nobody works on them: the process that began them was killed. */
    private static void deleteUnfinished(Path unpacked) throws IOException {
        List<Path> all;
        try (Stream<Path> entries = Files.list(unpacked)) {
            all = entries.filter(entry -> entry.toString().endsWith(DurableFile.UNFINISHED))
                    .toList();
        }
        for (Path each : all) {
            deleteTree(each);
        }
    }

    private static void verify(ResolvedArtifact archive, Path home, Path manifest, AssayCache cache)
            throws IOException {
        KnownDigests digests = KnownDigests.read(cache.digests());
        UnpackedFiles.read(manifest, archive.sha256()).check(home, digests);
        digests.keep();
    }

    /** Unpacks under another name first, so that the right name means a complete folder. */
    private static void unpack(ResolvedArtifact archive, Path home, Path manifest, Predicate<String> chosen)
            throws IOException {
        Path fresh = home.resolveSibling(home.getFileName() + DurableFile.UNFINISHED);
        try {
            UnpackedFiles files = Unpacking.unpack(archive.file(), fresh, chosen);
            files.write(manifest, archive.sha256());
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteLeft(fresh, e);
            throw e;
        }
    }

    /** Deletes what was written, so that a full disk gets its room back. */
    private static void deleteLeft(Path fresh, IOException failure) {
        try {
            if (Files.exists(fresh)) {
                deleteTree(fresh);
            }
        } catch (IOException stays) {
            failure.addSuppressed(stays);
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
