package dev.assay.scenario.verification;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.durability.Fault;
import java.time.Duration;

/**
 * When a fault begins and how long it is held. The load has run between 5 and 8 s by then: long enough for every partition
 * to have a history, and far below the 30 s after which Linux writes back what nobody synced
 * ({@code vm.dirty_expire_centisecs}), so that unsynced messages are at stake.
 *
 * @param load from the start of the load to the fault
 * @param held from the fault until the system is brought back
 */
public record FaultTiming(Duration load, Duration held) {
    private static final long EARLIEST_NANOS = 5_000_000_000L;
    private static final long SPREAD_NANOS = 3_000_000_000L;

    /** The moment that the seed gives. */
    public static FaultTiming of(Fault fault, long seed) {
        long spread = Math.floorMod(SplitMix.mix(seed ^ fault.toString().hashCode()), SPREAD_NANOS);
        return new FaultTiming(Duration.ofNanos(EARLIEST_NANOS + spread), held(fault));
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
