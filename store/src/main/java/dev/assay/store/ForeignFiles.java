package dev.assay.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;

/**
 * Refuses a run's folder that has anything but folders and files, before anything in it is opened: a link would have Assay show what
 * lies elsewhere, or write there, and a pipe would have it wait for ever. Later changes are not seen.
 */
final class ForeignFiles {
    /** Logs may be deeper, and are not read. */
    private static final int DEEPEST = 8;

    /** A run of ten thousand trials has a hundred thousand files. */
    private static final int MAX_FILES = 2_000_000;

    private static final String LOGS = "logs";

    /** Logs lie below the run at kind, trial, logs; one level deeper where a trial was put aside. */
    private static final int LOGS_DEPTH = 3;

    private ForeignFiles() {}

    /**
     * Refuses a run's folder with anything else in it. The folder itself may be a link.
     *
     * @throws StoreException that names what was found
     */
    static void refuseIn(Path run) {
        try {
            // A link to the run is followed, since what it leads to is the run.
            Path root = run.toRealPath();
            Visitor visitor = new Visitor(run, root);
            Files.walkFileTree(root, EnumSet.noneOf(java.nio.file.FileVisitOption.class), DEEPEST, visitor);
        } catch (IOException e) {
            throw StoreException.reading(run, e);
        }
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final Path run;
        private final Path root;
        private int files;

        Visitor(Path run, Path root) {
            this.run = run;
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            // A run or a trial may itself be called so.
            boolean logs = folder.endsWith(LOGS) && root.relativize(folder).getNameCount() >= LOGS_DEPTH;
            return logs ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files++;
            if (files > MAX_FILES) {
                throw new StoreException(
                        "%s contains more than %d files, which no run directory does. Is it a run directory?"
                                .formatted(run, MAX_FILES));
            }
            if (!attributes.isRegularFile() && !attributes.isDirectory()) {
                throw new StoreException(
                        "%s is %s, not a file that Assay wrote. Assay opens nothing outside of a run directory: replace it with the file itself, or remove it."
                                .formatted(
                                        file,
                                        attributes.isSymbolicLink()
                                                ? "a link to another place"
                                                : "a pipe or a device"));
            }
            return FileVisitResult.CONTINUE;
        }

        /** A run that is under way renames its files. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
            if (problem instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw problem;
        }
    }
}
