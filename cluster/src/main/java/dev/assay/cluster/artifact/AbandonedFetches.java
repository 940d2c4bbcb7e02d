package dev.assay.cluster.artifact;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Deletes the files that killed fetches have begun in a repository and nobody finishes. */
final class AbandonedFetches extends SimpleFileVisitor<Path> {
    /** Is longer than any fetch waits for the next bytes of a file; younger files may be another's, as caches can share a repository. */
    private static final Duration AGE = Duration.ofHours(1);

    private final Instant newest = Instant.now().minus(AGE);
    private final List<Path> deleted = new ArrayList<>();

    private AbandonedFetches() {}

    /** Returns the deleted files. */
    static List<Path> delete(Path repository) throws IOException {
        AbandonedFetches abandoned = new AbandonedFetches();
        Files.walkFileTree(repository, abandoned);
        return abandoned.deleted;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        String name = file.getFileName().toString();
        boolean unfinished = name.endsWith(".tmp") || name.endsWith(".new");
        if (unfinished
                && attributes.isRegularFile()
                && attributes.lastModifiedTime().toInstant().isBefore(newest)
                && Files.deleteIfExists(file)) {
            deleted.add(file);
        }
        return FileVisitResult.CONTINUE;
    }

    /** Goes on, since another process may have renamed the file meanwhile. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        return FileVisitResult.CONTINUE;
    }
}
