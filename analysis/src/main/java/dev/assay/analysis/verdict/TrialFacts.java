package dev.assay.analysis.verdict;

import dev.assay.core.result.Delivery;
import dev.assay.core.result.Phase;
import dev.assay.core.result.TrialHost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What whoever ran a trial knows of it at its end.
 *
 * @param offeredPerSecond the scenario's rate, messages per second
 * @param messageBytes payload of one message
 * @param syncsPromised whether the durability level says that a message is on a disk before it is acknowledged
 * @param clockErrorNanos how far clocks may be apart; 0 on one host
 * @param hosts the machines that took part; none where that is not known
 * @param failure why the trial did not finish, as a sentence without full stop; empty when it did
 */
public record TrialFacts(
        double offeredPerSecond,
        int messageBytes,
        List<Phase> phases,
        Delivery delivery,
        Drain drain,
        boolean syncsPromised,
        long clockErrorNanos,
        List<TrialHost> hosts,
        Optional<String> failure) {
    /**
     * How the wait after the load ended.
     *
     * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
     */
    public record Drain(boolean complete, Duration waited) {}

    public TrialFacts {
        phases = List.copyOf(phases);
        hosts = List.copyOf(hosts);
    }

    /** The measured phase; empty when the load never came to be. */
    public Optional<Phase> measure() {
        return phases.stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .findFirst();
    }
}
