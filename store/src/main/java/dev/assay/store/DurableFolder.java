package dev.assay.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;

/** Makes folders that outlive a power failure, as what is synced in them does: each is synced into the one above it. */
final class DurableFolder {
    private DurableFolder() {}

    /** Makes it and all above it, as far as they are not there. */
    static void create(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            create(parent);
        }
        try {
            createNew(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) { // Else another process has just made it.
                throw e;
            }
        }
    }

    /**
     * Makes it.
     *
     * @throws FileAlreadyExistsException when something of that name is there
     */
    static Path createNew(Path folder, FileAttribute<?>... attributes) throws IOException {
        Files.createDirectory(folder, attributes);
        AtomicFile.syncFolder(folder);
        return folder;
    }
}
