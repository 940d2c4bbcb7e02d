package dev.assay.run.coordinator;

import dev.assay.engine.Assignment;
import dev.assay.model.delivery.DeliveryReportUnion;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.LoadTotals;
import dev.assay.worker.wire.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The delivery reports of the subscriptions whose consumers sit on several workers: each worker tells several times a second what
 * arrived at its consumers, and is told what arrived elsewhere. A message that a second worker receives later than that is known
 * there as a repeated one; one that is received twice in between is found here, and taken off the counts of the worker
 * that told of it second. Used by one thread.
 */
final class SharedDeliveryReports {
    /** Nothing is shared. */
    static final SharedDeliveryReports NONE = new SharedDeliveryReports(List.of(), List.of());

    private final Map<Integer, List<WorkerStream>> holders = new HashMap<>();
    private final Map<Integer, DeliveryReportUnion> unions = new TreeMap<>();
    private final Map<WorkerStream, Map<Integer, Long>> repeated = new HashMap<>();

    /** Of the workers that work on these assignments, in their order. */
    SharedDeliveryReports(List<WorkerStream> streams, List<Assignment> assignments) {
        for (int worker = 0; worker < assignments.size(); worker++) {
            for (int subscription : assignments.get(worker).sharedSubscriptions()) {
                holders.computeIfAbsent(subscription, number -> new ArrayList<>())
                        .add(streams.get(worker));
                unions.putIfAbsent(subscription, new DeliveryReportUnion(subscription));
            }
        }
    }

    /**
     * A worker tells what arrived at its consumers; the others are told what they don't know.
     *
     * @throws IllegalArgumentException when the subscription is not shared
     */
    void take(WorkerStream from, DeliveryReports report) {
        DeliveryReportUnion union = unions.get(report.subscription());
        if (union == null) {
            throw new IllegalArgumentException("worker " + from.name() + " sent delivery reports of subscription "
                    + report.subscription() + ", which is not shared");
        }
        DeliveryReportUnion.Added added = union.add(report);
        if (added.repeated() > 0) {
            repeated.computeIfAbsent(from, stream -> new HashMap<>())
                    .merge(report.subscription(), added.repeated(), Long::sum);
        }
        if (added.news().isEmpty()) {
            return;
        }
        Command command = new Command.Learn(added.news());
        holders.getOrDefault(report.subscription(), List.of()).stream()
                .filter(holder -> holder != from && !holder.ended)
                .forEach(holder -> holder.pass(command));
    }

    /** The counts of a worker without what had arrived at another one before, as far as that is known by now. */
    LoadTotals withoutRepeated(WorkerStream of, LoadTotals totals) {
        Map<Integer, Long> less = repeated.getOrDefault(of, Map.of());
        if (less.isEmpty()) {
            return totals;
        }
        List<Long> received = new ArrayList<>(totals.received());
        less.forEach((subscription, count) -> {
            if (subscription < received.size()) {
                received.set(subscription, Math.max(0, received.get(subscription) - count));
            }
        });
        return new LoadTotals(totals.offered(), totals.sent(), totals.acked(), totals.failed(), received);
    }

    /** The ledgers of the workers, and one with what the shared subscriptions received together. */
    List<WorkerLedger> with(List<WorkerLedger> workers, int phases) {
        List<ProducerLedger> sent =
                workers.stream().flatMap(worker -> worker.producers().stream()).toList();
        List<SubscriptionLedger> together = unions.values().stream()
                .map(union -> union.ledger(sent, phases))
                .toList();
        List<WorkerLedger> all = new ArrayList<>(workers);
        all.add(new WorkerLedger(List.of(), together, 0));
        return all;
    }
}
