package dev.assay.cluster.node;

import dev.assay.model.durability.Fault;
import java.util.Collection;

/**
 * Says what the nodes of a local cluster do not share, so that a fault can hit one of them. Measurements do without isolation, since
 * nobody runs a cluster so.
 *
 * @param ownDisks whether each node's data is on a file system in an image of its own
 * @param ownAddresses whether each node has a network address of its own, from which it can be cut
 */
public record NodeIsolation(boolean ownDisks, boolean ownAddresses) {
    /** All nodes on the machine's disk and on 127.0.0.1. */
    public static final NodeIsolation NONE = new NodeIsolation(false, false);

    public static NodeIsolation forFaults(Collection<Fault> faults) {
        return new NodeIsolation(
                faults.stream().anyMatch(Fault::needsOwnDisks), faults.stream().anyMatch(Fault::needsOwnAddresses));
    }
}
