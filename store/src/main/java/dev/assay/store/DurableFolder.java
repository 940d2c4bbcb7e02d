package dev.assay.store;

import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;

/** Makes folders that outlive a power failure, like the files synced in them: each is synced into the one above it. */
final class DurableFolder {
    private DurableFolder() {}

    /** Makes the folder and all missing ones above it. */
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

    /** @throws FileAlreadyExistsException when something of that name exists */
    static Path createNew(Path folder, FileAttribute<?>... attributes) throws IOException {
        Files.createDirectory(folder, attributes);
        DurableFile.syncFolder(folder);
        return folder;
    }
}
