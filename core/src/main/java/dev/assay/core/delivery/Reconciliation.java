package dev.assay.core.delivery;

import dev.assay.core.result.Delivery;
import dev.assay.core.result.Delivery.SubscriptionDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reconciles what was sent with what was received, over all workers of a trial. */
public final class Reconciliation {
    private Reconciliation() {}

    /**
     * Reconciles the ledgers of a trial.
     *
     * @param subscriptions their names, by index
     * @throws IllegalArgumentException when two workers claim the same producer
     */
    public static Delivery reconcile(List<WorkerLedger> workers, List<String> subscriptions) {
        Map<Integer, ProducerLedger> producers = producersOf(workers);
        long scheduled = 0;
        long sent = 0;
        long acked = 0;
        long failed = 0;
        for (ProducerLedger producer : producers.values()) {
            scheduled += producer.scheduled();
            sent += producer.sent();
            acked += producer.acked().count();
            failed += producer.failed().count();
        }
        long violations = workers.stream().mapToLong(WorkerLedger::violations).sum();
        List<SubscriptionDelivery> reconciled = new ArrayList<>();
        for (int index = 0; index < subscriptions.size(); index++) {
            reconciled.add(reconcile(subscriptions.get(index), ledgersOf(workers, index), producers));
        }
        return new Delivery(scheduled, scheduled - sent, acked, failed, sent - acked - failed, violations, reconciled);
    }

    private static Map<Integer, ProducerLedger> producersOf(List<WorkerLedger> workers) {
        Map<Integer, ProducerLedger> producers = new TreeMap<>();
        for (WorkerLedger worker : workers) {
            for (ProducerLedger producer : worker.producers()) {
                if (producers.put(producer.producer(), producer) != null) {
                    throw new IllegalArgumentException("two workers claim producer " + producer.producer());
                }
            }
        }
        return producers;
    }

    private static List<SubscriptionLedger> ledgersOf(List<WorkerLedger> workers, int subscription) {
        return workers.stream()
                .flatMap(worker -> worker.subscriptions().stream())
                .filter(ledger -> ledger.subscription() == subscription)
                .toList();
    }

    private static SubscriptionDelivery reconcile(
            String name, List<SubscriptionLedger> ledgers, Map<Integer, ProducerLedger> producers) {
        Tally tally = new Tally();
        for (ProducerLedger producer : producers.values()) {
            List<SequenceSet> received = ledgers.stream()
                    .map(ledger -> ledger.received().get(producer.producer()))
                    .filter(set -> set != null)
                    .toList();
            tally.add(producer, received);
        }
        long arrivals = 0;
        long outOfOrder = 0;
        long corrupted = 0;
        long unexpected = tally.beyondSent;
        for (SubscriptionLedger ledger : ledgers) {
            arrivals += ledger.arrivals();
            outOfOrder += ledger.outOfOrder();
            corrupted += ledger.corrupted();
            unexpected += ledger.unexpected();
        }
        long distinct = tally.received + tally.beyondSent;
        return new SubscriptionDelivery(
                name,
                tally.received,
                tally.lost,
                arrivals - distinct,
                outOfOrder,
                corrupted,
                unexpected,
                tally.recovered);
    }

    /** Counts chunk by chunk, so that no set is ever copied whole. */
    private static final class Tally {
        long received;
        long lost;
        long recovered;
        long beyondSent;

        void add(ProducerLedger producer, List<SequenceSet> receivedSets) {
            int chunks = producer.acked().chunkCount();
            for (SequenceSet set : receivedSets) {
                chunks = Math.max(chunks, set.chunkCount());
            }
            for (int chunk = 0; chunk < chunks; chunk++) {
                addChunk(producer, receivedSets, chunk);
            }
        }

        private void addChunk(ProducerLedger producer, List<SequenceSet> receivedSets, int chunk) {
            long[] acked = producer.acked().chunk(chunk);
            long[][] sets = receivedSets.stream().map(set -> set.chunk(chunk)).toArray(long[][]::new);
            for (int word = 0; word < SequenceSet.WORDS; word++) {
                long got = 0;
                for (long[] set : sets) {
                    got |= set[word];
                }
                long wasSent = sentBits(producer.sent(), (long) chunk * SequenceSet.CHUNK + (long) word * Long.SIZE);
                received += Long.bitCount(got & wasSent);
                beyondSent += Long.bitCount(got & ~wasSent);
                lost += Long.bitCount(acked[word] & ~got);
                recovered += Long.bitCount(got & wasSent & ~acked[word]);
            }
        }

        /** The bits of the sequences from {@code first} on that are below {@code sent}. */
        private static long sentBits(long sent, long first) {
            if (sent <= first) {
                return 0;
            }
            return sent - first >= Long.SIZE ? -1L : (1L << (sent - first)) - 1;
        }
    }
}
