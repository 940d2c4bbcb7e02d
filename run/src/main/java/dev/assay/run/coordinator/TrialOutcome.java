package dev.assay.run.coordinator;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.SendCompression;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.TrialHost;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;

/**
 * Holds the results of a trial that ran to its end.
 *
 * @param drained whether, in time, everything sent had its outcome and everything acknowledged had arrived
 * @param rechecks how messages missing after the drain were rechecked; empty where none was
 * @param clockErrorNanos how far the clocks of two workers may have been apart during the load; 0 on one host
 * @param hosts the machines of the workers
 * @param phases as executed
 * @param events actions during the load, in the order in which they were done
 * @param steady records of phases that were to last until the trial is steady
 * @param compression how far producers compressed messages; empty where they did not
 * @param workers in the order of their names
 * @param totals final counts of all workers together
 * @param warnings problems that change no value, such as a topic that could not be deleted
 * @param unordered numbers of the subscriptions of which the system promises no order
 * @param lostWorkers workers without which the load continued
 */
public record TrialOutcome(
        Delivery delivery,
        EffectiveConfig config,
        boolean drained,
        List<RecheckRecord> rechecks,
        long clockErrorNanos,
        List<TrialHost> hosts,
        LoadStart start,
        List<Phase> phases,
        List<ExecutedEvent> events,
        List<SteadyRecord> steady,
        Optional<SendCompression> compression,
        List<WorkerIdentity> workers,
        LoadTotals totals,
        List<String> warnings,
        List<Integer> unordered,
        List<LostWorker> lostWorkers) {
    public TrialOutcome {
        rechecks = List.copyOf(rechecks);
        phases = List.copyOf(phases);
        events = List.copyOf(events);
        steady = List.copyOf(steady);
        hosts = List.copyOf(hosts);
        workers = List.copyOf(workers);
        warnings = List.copyOf(warnings);
        unordered = List.copyOf(unordered);
        lostWorkers = List.copyOf(lostWorkers);
    }
}
