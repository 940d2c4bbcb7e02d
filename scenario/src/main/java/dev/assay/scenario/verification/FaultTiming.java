package dev.assay.scenario.verification;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.durability.Fault;
import java.time.Duration;

/**
 * When a fault begins, how long it is held, and which node it hits. The load has run between 5 and 20 s by then: long enough for
 * every partition to have a history, in which logs have begun new files, and below the 30 s after which Linux writes back what nobody
 * synced ({@code vm.dirty_expire_centisecs}), so that unsynced messages are at stake. Any five repetitions in a row have their moments
 * in five different fifths of that time, and go around the nodes.
 *
 * @param load from the start of the load to the fault
 * @param held from the fault until the system is brought back
 * @param node index of the node that a fault of one node hits, before it is wrapped around the number of nodes
 */
public record FaultTiming(Duration load, Duration held, int node) {
    static final Duration EARLIEST = Duration.ofSeconds(5);
    static final Duration LATEST = Duration.ofSeconds(20);
    private static final int STRATA = 5;
    private static final int MAX_NODES = 1 << 20;

    /**
     * What the seed draws.
     *
     * @param repetition 1-based
     * @param seed of all repetitions
     */
    static FaultTiming of(Fault fault, int repetition, long seed) {
        long own = SplitMix.mix(seed ^ fault.toString().hashCode());
        long stratumNanos = LATEST.minus(EARLIEST).toNanos() / STRATA;
        long stratum = Math.floorMod(SplitMix.mix(own) + repetition, STRATA);
        long within = Math.floorMod(SplitMix.mix(own ^ SplitMix.mix(repetition)), stratumNanos);
        int node = Math.floorMod(SplitMix.mix(own + 1), MAX_NODES) + repetition;
        return new FaultTiming(EARLIEST.plusNanos(stratum * stratumNanos + within), held(fault), node);
    }

    /** A node that is gone alone must be missed by the others; where all are gone, there is nobody to miss them. */
    private static Duration held(Fault fault) {
        return switch (fault) {
            case KILL_ALL, POWER_ALL -> Duration.ofSeconds(1);
            case KILL_ONE, POWER_ONE, DISK_FULL -> Duration.ofSeconds(8);
            case PAUSE_ONE, PARTITION_ONE -> Duration.ofSeconds(15);
        };
    }
}
