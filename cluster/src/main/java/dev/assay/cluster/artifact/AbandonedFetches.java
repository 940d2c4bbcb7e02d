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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Deletes the files that killed fetches have begun in a repository and nobody finishes. */
final class AbandonedFetches extends SimpleFileVisitor<Path> {
    /** Is longer than any fetch waits for the next bytes of a file; younger files may be another's, as caches can share a repository. */
    private static final Duration AGE = Duration.ofHours(1);

    /** Matches the names that Maven's resolver gives to files until they are whole, such as {@code server-1.0.jar.1723.tmp}. */
    private static final Pattern UNFINISHED = Pattern.compile(".+\\.[0-9]+\\.tmp");

    private final Instant newest = Instant.now().minus(AGE);
    private final List<Path> deleted = new ArrayList<>();

    private AbandonedFetches() {}

    /**
     * Returns the deleted files; one that can't be deleted stays.
     *
     * @param repository without links, which lead to files of others
     */
    static List<Path> delete(Path repository) throws IOException {
        AbandonedFetches abandoned = new AbandonedFetches();
        Files.walkFileTree(repository, abandoned);
        return abandoned.deleted;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        try {
            if (UNFINISHED.matcher(file.getFileName().toString()).matches()
                    && attributes.isRegularFile()
                    && attributes.lastModifiedTime().toInstant().isBefore(newest)
                    && Files.deleteIfExists(file)) {
                deleted.add(file);
            }
        } catch (IOException _) {
            // Documented above: it is in nobody's way.
        }
        return FileVisitResult.CONTINUE;
    }

    /** Goes on, since another process may have renamed the file meanwhile, or may keep its folder from being read. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
        return FileVisitResult.CONTINUE;
    }
}
