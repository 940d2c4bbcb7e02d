package dev.assay.run.coordinator;

import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.worker.wire.LedgerBounds;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * @param phases their names
 * @param subscriptions their names, by number
 * @param partitions over all topics
 * @param ledger bounds of their ledgers
 */
public record ReportBounds(Set<String> phases, List<String> subscriptions, int partitions, LedgerBounds ledger) {
    /** Bounds of a worker without a load. */
    static final ReportBounds NOTHING = new ReportBounds(Set.of(), List.of(), 0, new LedgerBounds(0, 0, 0, 0));

    public static ReportBounds of(TrialRequest request) {
        Workload workload = request.trial().spec().workload();
        List<Phase> phases = request.timeline().phases();
        long messages = Math.min(
                SequenceSet.LIMIT - 1,
                ArrivalSchedule.maxMessages(request.timeline().curve(), 1));
        List<String> subscriptions = request.subscriptionLabels();
        return new ReportBounds(
                phases.stream().map(Phase::name).collect(Collectors.toUnmodifiableSet()),
                subscriptions,
                Math.multiplyExact(workload.topics(), workload.partitions()),
                new LedgerBounds(workload.totalProducers(), subscriptions.size(), phases.size(), messages));
    }

    /** Returns the most messages that all workers together can have offered, sent or received. */
    long messages() {
        return ledger.messages();
    }
}
