package dev.assay.analysis.verdict;

import dev.assay.core.result.Delivery;
import dev.assay.core.result.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What whoever ran a trial knows of it at its end.
 *
 * @param offeredPerSecond the scenario's rate, messages per second
 * @param messageBytes payload of one message
 * @param clockErrorNanos how far clocks may be apart; 0 on one host
 * @param failure why the trial did not finish, as a sentence without full stop; empty when it did
 */
public record TrialFacts(
        double offeredPerSecond,
        int messageBytes,
        List<Phase> phases,
        Delivery delivery,
        Drain drain,
        Machine machine,
        Syncs syncs,
        long clockErrorNanos,
        Optional<String> failure) {
    /**
     * How the wait after the load ended.
     *
     * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
     */
    public record Drain(boolean complete, Duration waited) {}

    /**
     * The machine that the run was started on, over the measured phase; shares are from 0 to 1.
     *
     * @param busyShare processor time not idle, stolen time included
     * @param stealShare processor time that the hypervisor gave to others
     * @param memoryPressureShare time in which some process waited for memory (PSI)
     */
    public record Machine(OptionalDouble busyShare, OptionalDouble stealShare, OptionalDouble memoryPressureShare) {
        /** Nothing known. */
        public static final Machine UNKNOWN =
                new Machine(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }

    /**
     * How often servers waited for their disks over the measured phase.
     *
     * @param promised whether the durability level says that a message is on a disk before it is acknowledged
     * @param perSecond calls of fsync and fdatasync of all servers together; empty where nobody counted
     */
    public record Syncs(boolean promised, OptionalDouble perSecond) {
        /** Nothing known. */
        public static final Syncs UNKNOWN = new Syncs(false, OptionalDouble.empty());
    }

    public TrialFacts {
        phases = List.copyOf(phases);
    }

    /** The measured phase; empty when the load never came to be. */
    public Optional<Phase> measure() {
        return phases.stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .findFirst();
    }
}
