package dev.assay.driver.client;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Chooses the partition of a message, for systems that know neither keys nor partitions. Used by one thread. */
public final class Partitioner {
    private final int partitions;
    private int next;

    /** @param partitions at least one */
    public Partitioner(int partitions) {
        this.partitions = partitions;
    }

    /** Chooses by the hash of the key; in turn, message by message, where there is none. */
    public int partitionOf(byte @Nullable [] key) {
        if (key != null) {
            return Math.floorMod(mixed(Arrays.hashCode(key)), partitions);
        }
        int partition = next;
        next = partition + 1 == partitions ? 0 : partition + 1;
        return partition;
    }

    /** Applies the finalizer of MurmurHash3 (Austin Appleby, public domain), so that keys that differ in little spread evenly. */
    private static int mixed(int hash) {
        int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
        return mixed ^ (mixed >>> 16);
    }
}
