package dev.assay.deployment.system;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Who will put load on a cluster.
 *
 * @param count how many workers there are
 * @param classPath what a worker for the system is started with; asked for only where a server is made of it
 */
public record LoadWorkers(int count, Supplier<List<Path>> classPath) {
    /** One, or none that concerns the cluster. */
    public static final LoadWorkers ONE = new LoadWorkers(1, List::of);

    public LoadWorkers {
        if (count < 1) {
            throw new IllegalArgumentException("there must be at least one worker, but count is " + count);
        }
    }
}
