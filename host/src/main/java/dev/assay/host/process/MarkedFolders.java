package dev.assay.host.process;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes whole folders, and only those that carry Assay's mark. */
public final class MarkedFolders {
    private static final String MARK = ".assay-made-this-and-deletes-it";

    private static final int ATTEMPTS = 10;

    private MarkedFolders() {}

    /**
     * Creates a folder that Assay may delete.
     *
     * @throws FileAlreadyExistsException when it carries the mark already
     */
    public static void create(Path folder) throws IOException {
        boolean isNew = !Files.exists(folder);
        Files.createDirectories(folder);
        try {
            Files.createFile(folder.resolve(MARK));
        } catch (FileAlreadyExistsException another) {
            throw another;
        } catch (IOException e) {
            if (isNew) {
                deleteEmpty(folder);
            }
            throw e;
        }
    }

    /** Deletes a folder made by {@link #create}; leaves any other alone. A file that comes or vanishes meanwhile is no error. */
    public static boolean delete(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(MARK))) {
            return false;
        }
        for (int i = 1; i < ATTEMPTS; i++) {
            try {
                Files.walkFileTree(folder, new Deletion());
                return true;
            } catch (DirectoryNotEmptyException writtenMeanwhile) {
                // A thread that prepares what is ending has written to the folder, and will soon stop.
            }
        }
        Files.walkFileTree(folder, new Deletion());
        return true;
    }

    /**
     * Deletes a folder that Assay has recorded it creates there: also an empty one without the mark, as a process leaves it that is
     * killed before it sets the mark, or after it removed the mark.
     */
    public static boolean deleteRecorded(Path folder) throws IOException {
        return delete(folder) || deleteEmpty(folder);
    }

    private static boolean deleteEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            return Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException notOurs) {
            return false;
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            // The mark goes last, so that an interrupted deletion can be taken up again.
            if (!file.endsWith(MARK)) {
                Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            boolean marked = Files.deleteIfExists(folder.resolve(MARK));
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException writtenMeanwhile) {
                if (marked) {
                    Files.createFile(folder.resolve(MARK)); // Without it nobody would ever delete what is left.
                }
                throw writtenMeanwhile;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
