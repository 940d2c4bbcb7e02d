package dev.assay.run.coordinator;

import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.worker.wire.LedgerBounds;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the workers of one trial can report of it, as the trial is known.
 *
 * @param phases their names
 * @param subscriptions their names, by number
 * @param partitions over all topics
 * @param ledger what their ledgers can hold
 */
public record ReportBounds(Set<String> phases, List<String> subscriptions, int partitions, LedgerBounds ledger) {
    /** Random arrivals may be more than are expected; a few times as many are not. */
    private static final int TIMES_EXPECTED = 2;

    private static final long MORE_MESSAGES = 1_000_000;

    /** Those of that trial. */
    public static ReportBounds of(TrialRequest request) {
        Workload workload = request.trial().spec().workload();
        List<Phase> phases = request.timeline().phases();
        double expected = request.timeline().curve().total();
        long messages = (long) Math.min(SequenceSet.LIMIT - 1, TIMES_EXPECTED * expected + MORE_MESSAGES);
        List<String> subscriptions = request.subscriptionLabels();
        return new ReportBounds(
                phases.stream().map(Phase::name).collect(Collectors.toUnmodifiableSet()),
                subscriptions,
                Math.multiplyExact(workload.topics(), workload.partitions()),
                new LedgerBounds(workload.totalProducers(), subscriptions.size(), phases.size(), messages));
    }

    /** Messages that all workers together can have offered, sent or received at most. */
    long messages() {
        return ledger.messages();
    }
}
