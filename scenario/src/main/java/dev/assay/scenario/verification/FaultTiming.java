package dev.assay.scenario.verification;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.durability.Fault;
import java.time.Duration;

/**
 * Says when a fault begins, how long it lasts, and which node it hits. By then the load has run for 5 to 20 s: long enough for
 * every partition to have a history, in which logs have begun new files, and below the 30 s after which Linux writes back unsynced
 * data ({@code vm.dirty_expire_centisecs}), so that unsynced messages can be lost. Any five repetitions in a row hit
 * five different fifths of that time, and rotate over the nodes.
 *
 * @param load from the start of the load to the fault
 * @param held from the fault until the system is restored
 * @param node index of the node that a fault of one node hits, before it is wrapped around the number of nodes
 */
public record FaultTiming(Duration load, Duration held, int node) {
    static final Duration EARLIEST = Duration.ofSeconds(5);
    static final Duration LATEST = Duration.ofSeconds(20);
    private static final int STRATA = 5;
    private static final int MAX_NODES = 1 << 20;

    /**
     * Draws a timing from the seed.
     *
     * @param repetition 1-based
     * @param seed shared by all repetitions
     */
    static FaultTiming of(Fault fault, int repetition, long seed) {
        long faultSeed = SplitMix.mix(seed ^ fault.toString().hashCode());
        long stratumNanos = LATEST.minus(EARLIEST).toNanos() / STRATA;
        long stratum = Math.floorMod(SplitMix.mix(faultSeed) + repetition, STRATA);
        long within = Math.floorMod(SplitMix.mix(faultSeed ^ SplitMix.mix(repetition)), stratumNanos);
        int node = Math.floorMod(SplitMix.mix(faultSeed + 1), MAX_NODES) + repetition;
        return new FaultTiming(EARLIEST.plusNanos(stratum * stratumNanos + within), held(fault), node);
    }

    /** Returns a time long enough for other nodes to notice a missing node; where all nodes fail, there are none to notice. */
    private static Duration held(Fault fault) {
        return switch (fault) {
            case KILL_ALL, POWER_ALL -> Duration.ofSeconds(1);
            case KILL_ONE, POWER_ONE, DISK_FULL -> Duration.ofSeconds(8);
            case PAUSE_ONE, PARTITION_ONE -> Duration.ofSeconds(15);
        };
    }
}
