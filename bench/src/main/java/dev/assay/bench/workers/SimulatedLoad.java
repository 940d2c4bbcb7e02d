package dev.assay.bench.workers;

import dev.assay.engine.Assignment;
import dev.assay.engine.ProducerSlot;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.DeliveryReports.Frontier;
import dev.assay.model.delivery.DeliveryReports.Word;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of one worker in a load that nobody sends: each producer's messages are acknowledged and received the moment that they are
 * due, and message i of producer p arrives at the worker whose number is s + p + i, modulo the workers, in subscription s.
 */
final class SimulatedLoad {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Assignment assignment;
    private final int workers;
    private final int worker;
    private final int producers;
    private final int subscriptions;
    private final double perSecond;
    private long told;

    /** @param assignment of a workload with as many consumers in each subscription as there are workers, of one topic */
    SimulatedLoad(Assignment assignment) {
        this.assignment = assignment;
        this.workers = assignment.workload().maxConsumers();
        this.worker = Integer.parseInt(assignment.worker().substring(1)) - 1;
        this.producers = assignment.workload().totalProducers();
        this.subscriptions = assignment.workload().allSubscriptions().size();
        this.perSecond = assignment.timeline().curve().total()
                / (assignment.timeline().endNanos() / NANOS_PER_SECOND)
                / producers;
    }

    long endNanos() {
        return assignment.timeline().endNanos();
    }

    /** The phase at that time of the load. */
    String phaseAt(long nanos) {
        List<Phase> phases = assignment.timeline().phases();
        return phases.stream()
                .filter(phase -> nanos <= phase.endNanos())
                .findFirst()
                .orElse(phases.getLast())
                .name();
    }

    /** Messages of each producer that are due by then. */
    private long due(long nanos) {
        return (long) (Math.clamp(nanos, 0, endNanos()) / NANOS_PER_SECOND * perSecond);
    }

    /** The first sequence of a producer that arrives here. */
    private long firstHere(int subscription, int producer) {
        return Math.floorMod(worker - subscription - producer, workers);
    }

    LoadTotals totals(long nanos) {
        long due = due(nanos);
        long sent = due * assignment.producers().size();
        List<Long> received = new ArrayList<>();
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            long here = 0;
            for (int producer = 0; producer < producers; producer++) {
                here += Math.max(0, Math.ceilDiv(due - firstHere(subscription, producer), workers));
            }
            received.add(here);
        }
        return new LoadTotals(sent, sent, sent, 0, received);
    }

    /** What has arrived here since the last call, of subscriptions that are shared. */
    List<DeliveryReports> news(long nanos) {
        long due = due(nanos);
        List<DeliveryReports> news = new ArrayList<>();
        for (int subscription : assignment.sharedSubscriptions()) {
            for (int producer = 0; producer < producers; producer++) {
                DeliveryReports some = arrived(subscription, producer, due);
                if (!some.words().isEmpty()) {
                    news.add(some);
                }
            }
        }
        told = due;
        return news;
    }

    private DeliveryReports arrived(int subscription, int producer, long due) {
        long first = firstHere(subscription, producer);
        long next = first + Math.max(0, Math.ceilDiv(told - first, workers)) * workers;
        List<Word> words = new ArrayList<>();
        long word = -1;
        long bits = 0;
        for (long sequence = next; sequence < due; sequence += workers) {
            if (sequence / Long.SIZE != word && bits != 0) {
                words.add(new Word(word, bits));
                bits = 0;
            }
            word = sequence / Long.SIZE;
            bits |= 1L << sequence;
        }
        if (bits != 0) {
            words.add(new Word(word, bits));
        }
        Frontier moved = new Frontier(worker % assignment.workload().partitions(), due);
        return new DeliveryReports(subscription, producer, words, List.of(moved));
    }

    /** All that was sent and, of subscriptions that are not shared, received. */
    WorkerLedger ledger() {
        long due = due(endNanos());
        List<Long> starts = assignment.timeline().phases().stream()
                .map(phase -> due(phase.startNanos()))
                .toList();
        List<ProducerLedger> sent = new ArrayList<>();
        for (ProducerSlot slot : assignment.producers()) {
            sent.add(new ProducerLedger(slot.number(), due, due, upTo(due), new SequenceSet(), starts));
        }
        List<PhaseArrivals> none = Collections.nCopies(starts.size(), PhaseArrivals.NONE);
        List<SubscriptionLedger> received = new ArrayList<>();
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            Map<Integer, SequenceSet> here = new TreeMap<>();
            for (int producer = 0; workers == 1 && producer < producers; producer++) {
                here.put(producer, upTo(due));
            }
            received.add(new SubscriptionLedger(subscription, here, none, 0, 0));
        }
        return new WorkerLedger(sent, received, 0);
    }

    private static SequenceSet upTo(long due) {
        SequenceSet all = new SequenceSet();
        for (long sequence = 0; sequence < due; sequence++) {
            all.add(sequence);
        }
        return all;
    }
}
