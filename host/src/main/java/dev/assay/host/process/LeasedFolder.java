package dev.assay.host.process;

import dev.assay.host.HostException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Deletes a folder when it is closed; the next run does if its owner dies before. */
public final class LeasedFolder implements AutoCloseable {
    private final LeaseRegistry registry;
    private final Path entry;
    private final Path path;
    private final Consumer<LeasedFolder> forget;

    LeasedFolder(LeaseRegistry registry, Path entry, Path path, Consumer<LeasedFolder> forget) {
        this.registry = registry;
        this.entry = entry;
        this.path = path;
        this.forget = forget;
    }

    public Path path() {
        return path;
    }

    /**
     * Deletes the folder with all it holds; nothing happens when it is gone already. A caller waits while another thread deletes
     * it, so that no process ends in between.
     */
    @Override
    public synchronized void close() {
        try {
            MarkedFolders.delete(path);
        } catch (IOException e) {
            throw new HostException("Cannot delete the data folder " + path + " (" + e + "). Delete it by hand.", e);
        }
        registry.remove(entry);
        forget.accept(this);
    }
}
