package dev.assay.cluster.system;

import dev.assay.cluster.artifact.Fetch;
import java.util.List;

/**
 * What the servers of a cluster on this machine take of it.
 *
 * @param freeBytes that the disk of the cache must have left for their data at least
 * @param fetches what they are started from, as far as it comes out of the cache
 */
public record LocalNeeds(long freeBytes, List<Fetch> fetches) {
    /** Of a system without servers. */
    public static final LocalNeeds NOTHING = new LocalNeeds(0, List.of());
}
