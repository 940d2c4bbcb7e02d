package dev.assay.run.coordinator;

import dev.assay.model.delivery.DeliveryReportUnion;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.LoadTotals;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.WireFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Passes on the delivery reports of subscriptions whose consumers are on several workers: each worker reports several times a second
 * what arrived at its consumers, and gets what arrived anywhere. A message that a second worker receives after such a report is
 * known there as a repeated one; one received twice between two reports is found here, and taken off the counts of the worker that
 * reported it second. Used by one thread.
 */
final class SharedDeliveryReports {
    /** The interval of reports to workers: a word of 64 sequences that many workers report is passed on once. */
    private static final long TOGETHER_NANOS = 500_000_000;

    /** The most bytes under way to all workers together, about, besides one more message. */
    private static final int UNDER_WAY_BYTES = 32 << 20;

    /** The bytes of an index and 64 bits in CBOR. */
    private static final int WORD_BYTES = 16;

    private final Map<Integer, List<WorkerStream>> holders = new HashMap<>();
    private final Map<Integer, DeliveryReportUnion> unions = new TreeMap<>();
    private final Map<WorkerStream, Map<Integer, Long>> repeated = new HashMap<>();
    private final Deque<News> waiting = new ArrayDeque<>();
    private long toldNanos;

    private record News(int subscription, List<DeliveryReports> reports) {}

    /** Creates the reports of a trial without shared subscriptions. */
    SharedDeliveryReports() {
        this(List.of(), List.of());
    }

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
     * Takes a worker's report of what arrived at its consumers.
     *
     * @throws IllegalArgumentException when the subscription is not shared
     */
    void take(WorkerStream from, DeliveryReports report) {
        DeliveryReportUnion union = unions.get(report.subscription());
        if (union == null) {
            throw new IllegalArgumentException("worker " + from.name() + " sent delivery reports of subscription "
                    + report.subscription() + ", which is not shared");
        }
        long again = union.add(report);
        if (again > 0) {
            repeated.computeIfAbsent(from, stream -> new HashMap<>()).merge(report.subscription(), again, Long::sum);
        }
    }

    /** Passes waiting reports on to the workers, at intervals. */
    void tell(long nowNanos) {
        if (nowNanos - toldNanos >= TOGETHER_NANOS) {
            tellNow(nowNanos);
        } else {
            passOn();
        }
    }

    /**
     * Passes news on to the workers now. All workers of a subscription get the same; while one of them has not read the previous messages,
     * the news wait, which takes hardly any memory.
     */
    void tellNow(long nowNanos) {
        toldNanos = nowNanos;
        passOn();
        if (waiting.isEmpty()) {
            unions.forEach((subscription, union) -> {
                List<WorkerStream> open = open(subscription);
                if (open.stream().allMatch(WorkerStream::isReady)) {
                    int atOnce = Math.clamp(
                            UNDER_WAY_BYTES / WORD_BYTES / Math.max(1, open.size()), 1, DeliveryReports.MAX_AT_ONCE);
                    DeliveryReports.messages(union.news(atOnce), atOnce)
                            .forEach(message -> waiting.add(new News(subscription, message)));
                }
            });
            passOn();
        }
    }

    /** Sends waiting messages as long as all workers that they are addressed to are ready. */
    private void passOn() {
        for (News next = waiting.peek(); next != null; next = waiting.peek()) {
            List<WorkerStream> open = open(next.subscription);
            if (!open.stream().allMatch(WorkerStream::isReady)) {
                return;
            }
            waiting.remove();
            byte[] command = WireFormat.encode(new Command.Learn(next.reports));
            open.forEach(holder -> holder.pass(command));
        }
    }

    private List<WorkerStream> open(int subscription) {
        return holders.getOrDefault(subscription, List.of()).stream()
                .filter(holder -> !holder.ended)
                .toList();
    }

    /** Returns a worker's counts without messages that had arrived at another one before, as far as that is known by now. */
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
        return new LoadTotals(
                totals.offered(), totals.sent(), totals.acked(), totals.failed(), received, totals.failures());
    }

    /** Returns the ledgers of the workers, and a further one of what the shared subscriptions received together. */
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
