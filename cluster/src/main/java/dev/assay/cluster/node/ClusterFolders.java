package dev.assay.cluster.node;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * @param logs for server logs and effective settings; kept
 * @param data parent of the folders for the servers' data; what Assay makes in it is deleted at the end
 */
public record ClusterFolders(Path logs, Path data) {
    private static final AtomicLong COUNT = new AtomicLong();

    public ClusterFolders {
        logs = logs.toAbsolutePath().normalize();
        data = data.toAbsolutePath().normalize();
    }

    /** Puts data in the cache, and logs into {@code logs}. */
    public static ClusterFolders of(Path logs, AssayCache cache) {
        return new ClusterFolders(logs, cache.clusters());
    }

    /** Returns a name for one cluster's data folder that no other cluster on this machine has. */
    public Path freshData(String system) {
        return data.resolve(system + "-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime())
                + "-" + COUNT.incrementAndGet());
    }

    /** @throws DeploymentException when it has no room */
    public void needFreeBytes(long bytes) {
        try {
            Files.createDirectories(logs);
            FileStore store = Files.getFileStore(Files.createDirectories(data));
            if (store.getUsableSpace() < bytes) {
                throw DeploymentException.environment(
                        "Only %d MiB are free for the servers' data in %s, but at least %d MiB are needed. Make room, or set %s to a folder on a larger disk."
                                .formatted(store.getUsableSpace() >> 20, data, bytes >> 20, AssayCache.VARIABLE),
                        null);
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot prepare the folders " + logs + " and " + data + ": " + e, e);
        }
    }
}
