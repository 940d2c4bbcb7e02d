package dev.assay.cluster.system;

import dev.assay.cluster.artifact.Fetch;
import java.util.List;
import java.util.Optional;

/**
 * What the servers of a cluster on this machine take of it.
 *
 * @param freeBytes that the disk of the cache must have left for their data at least
 * @param fetches what they are started from, as far as it comes out of the cache
 * @param question asks their program whether it takes the settings of the scenario, fetches it where it has to, and throws a {@link
 *     dev.assay.cluster.DeploymentException} where it does not; empty where it can't be asked without being started
 */
public record LocalNeeds(long freeBytes, List<Fetch> fetches, Optional<Runnable> question) {
    /** Of a system without servers. */
    public static final LocalNeeds NOTHING = new LocalNeeds(0, List.of());

    /** Of servers that can't be asked. */
    public LocalNeeds(long freeBytes, List<Fetch> fetches) {
        this(freeBytes, fetches, Optional.empty());
    }
}
