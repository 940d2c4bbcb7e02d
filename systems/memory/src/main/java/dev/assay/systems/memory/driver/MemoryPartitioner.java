package dev.assay.systems.memory.driver;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Picks partitions by the key's hash, or in turn without a key. */
final class MemoryPartitioner {
    private final int partitions;
    private int turn;

    MemoryPartitioner(int partitions) {
        this.partitions = partitions;
    }

    int partitionOf(byte @Nullable [] key) {
        if (key != null) {
            return Math.floorMod(Arrays.hashCode(key), partitions);
        }
        int partition = turn;
        turn = turn + 1 == partitions ? 0 : turn + 1;
        return partition;
    }
}
