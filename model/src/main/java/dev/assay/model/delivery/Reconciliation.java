package dev.assay.model.delivery;

import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Reconciles what was sent with what was received, over all workers of a trial. */
public final class Reconciliation {
    private Reconciliation() {}

    /**
     * @param subscriptions their names, by index
     * @param phases their names, in order
     * @throws IllegalArgumentException when two workers claim the same producer
     */
    public static Delivery reconcile(List<WorkerLedger> workers, List<String> subscriptions, List<String> phases) {
        return reconcile(workers, List.of(), subscriptions, phases);
    }

    /**
     * Reconciles the ledgers of a trial whose missing messages were rechecked.
     *
     * @param rechecked what fresh consumers found of subscriptions; it counts as received by none of them
     * @param subscriptions their names, by index
     * @param phases their names, in order
     * @throws IllegalArgumentException when two workers claim the same producer
     */
    public static Delivery reconcile(
            List<WorkerLedger> workers,
            List<SubscriptionLedger> rechecked,
            List<String> subscriptions,
            List<String> phases) {
        List<ProducerLedger> producers = producersOf(workers);
        ArrivedLedgers arrived = new ArrivedLedgers(workers, rechecked);
        List<PhaseDelivery> byPhase = new ArrayList<>();
        for (int phase = 0; phase < phases.size(); phase++) {
            byPhase.add(ofPhase(phase, phases.get(phase), arrived, producers, subscriptions));
        }
        long violations = workers.stream().mapToLong(WorkerLedger::violations).sum();
        return new Delivery(
                sum(byPhase, PhaseDelivery::scheduled),
                sum(byPhase, PhaseDelivery::unsent),
                sum(byPhase, PhaseDelivery::acked),
                sum(byPhase, PhaseDelivery::failed),
                sum(byPhase, PhaseDelivery::unknown),
                sum(byPhase, PhaseDelivery::notKnown),
                violations,
                together(byPhase, arrived, producers, subscriptions),
                byPhase);
    }

    public static List<ProducerLedger> producersOf(List<WorkerLedger> workers) {
        Map<Integer, ProducerLedger> producers = new TreeMap<>();
        for (WorkerLedger worker : workers) {
            for (ProducerLedger producer : worker.producers()) {
                if (producers.put(producer.producer(), producer) != null) {
                    throw new IllegalArgumentException("two workers claim producer " + producer.producer());
                }
            }
        }
        return List.copyOf(producers.values());
    }

    private record ArrivedLedgers(List<WorkerLedger> workers, List<SubscriptionLedger> rechecked) {
        List<SubscriptionLedger> of(int subscription) {
            return workers.stream()
                    .flatMap(worker -> worker.subscriptions().stream())
                    .filter(ledger -> ledger.subscription() == subscription)
                    .toList();
        }

        List<SubscriptionLedger> recheckedOf(int subscription) {
            return rechecked.stream()
                    .filter(ledger -> ledger.subscription() == subscription)
                    .toList();
        }

        /** Tells whether only a lost worker could say what the producer has sent. */
        boolean isLost(ProducerLedger producer) {
            return workers.stream()
                    .anyMatch(worker -> worker.lost() && worker.producers().contains(producer));
        }

        /** Tells whether a lost worker may have received messages of the subscription that nobody else knows of. */
        boolean hasLostConsumers(int subscription) {
            return workers.stream()
                    .filter(WorkerLedger::lost)
                    .flatMap(worker -> worker.subscriptions().stream())
                    .anyMatch(ledger -> ledger.subscription() == subscription);
        }
    }

    private static PhaseDelivery ofPhase(
            int phase,
            String name,
            ArrivedLedgers arrived,
            List<ProducerLedger> producers,
            List<String> subscriptions) {
        long scheduled = 0;
        long sent = 0;
        long acked = 0;
        long failed = 0;
        long notKnown = 0;
        for (ProducerLedger producer : producers) {
            long start = producer.phaseStart(phase);
            long end = producer.phaseEnd(phase);
            scheduled += end - start;
            if (arrived.isLost(producer)) {
                notKnown += end - start;
                continue;
            }
            sent += Math.clamp(producer.sent(), start, end) - start;
            acked += producer.acked().count(start, end);
            failed += producer.failed().count(start, end);
        }
        List<SubscriptionDelivery> received = new ArrayList<>();
        for (int index = 0; index < subscriptions.size(); index++) {
            received.add(ofPhase(phase, index, subscriptions.get(index), arrived, producers));
        }
        long unsent = scheduled - sent - notKnown;
        return new PhaseDelivery(name, scheduled, unsent, acked, failed, sent - acked - failed, notKnown, received);
    }

    private static SubscriptionDelivery ofPhase(
            int phase, int index, String subscription, ArrivedLedgers arrived, List<ProducerLedger> producers) {
        List<SubscriptionLedger> ledgers = arrived.of(index);
        List<SubscriptionLedger> rechecked = arrived.recheckedOf(index);
        PhaseArrivals arrivals = ledgers.stream()
                .map(ledger -> phase < ledger.phases().size() ? ledger.phases().get(phase) : PhaseArrivals.NONE)
                .reduce(PhaseArrivals.NONE, PhaseArrivals::plus);
        Tally tally = new Tally();
        Tally ofLost = new Tally();
        long dueOfLost = 0;
        for (ProducerLedger producer : producers) {
            // Sequences beyond the messages sent belong to no phase.
            long start = producer.phaseStart(phase);
            long end = Math.max(start, Math.min(producer.phaseEnd(phase), producer.sent()));
            boolean lost = arrived.isLost(producer);
            dueOfLost += lost ? end - start : 0;
            (lost ? ofLost : tally).add(producer, setsOf(producer, ledgers), setsOf(producer, rechecked), start, end);
        }
        boolean accountable = !arrived.hasLostConsumers(index);
        return new SubscriptionDelivery(
                subscription,
                tally.received + ofLost.received,
                accountable ? tally.lost : 0,
                arrivals.repeated() + tally.elsewhereToo + ofLost.elsewhereToo,
                arrivals.outOfOrder(),
                arrivals.corrupted(),
                0,
                tally.recovered,
                accountable ? tally.undelivered : 0,
                arrivals.redelivered(),
                dueOfLost - ofLost.received + (accountable ? 0 : tally.lost + tally.undelivered));
    }

    private static List<SequenceSet> setsOf(ProducerLedger producer, List<SubscriptionLedger> ledgers) {
        return ledgers.stream()
                .map(ledger -> ledger.received().get(producer.producer()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Adds up the phases, together with the arrivals that belong to none. */
    private static List<SubscriptionDelivery> together(
            List<PhaseDelivery> phases,
            ArrivedLedgers arrived,
            List<ProducerLedger> producers,
            List<String> subscriptions) {
        List<SubscriptionDelivery> together = new ArrayList<>();
        for (int index = 0; index < subscriptions.size(); index++) {
            int number = index;
            List<SubscriptionDelivery> parts = phases.stream()
                    .map(phase -> phase.subscriptions().get(number))
                    .toList();
            List<SubscriptionLedger> ledgers = arrived.of(index);
            Tally neverSent = neverSent(producers, ledgers);
            together.add(new SubscriptionDelivery(
                    subscriptions.get(index),
                    sum(parts, SubscriptionDelivery::received),
                    sum(parts, SubscriptionDelivery::lost),
                    sum(parts, SubscriptionDelivery::duplicated) + neverSent.elsewhereToo,
                    sum(parts, SubscriptionDelivery::outOfOrder),
                    sum(parts, SubscriptionDelivery::corrupted) + sum(ledgers, SubscriptionLedger::corrupted),
                    sum(ledgers, SubscriptionLedger::unexpected) + neverSent.beyondSent,
                    sum(parts, SubscriptionDelivery::recovered),
                    sum(parts, SubscriptionDelivery::undelivered),
                    sum(parts, SubscriptionDelivery::redelivered),
                    sum(parts, SubscriptionDelivery::notKnown)));
        }
        return together;
    }

    /** Counts arrivals with sequences beyond those that their producers sent. */
    private static Tally neverSent(List<ProducerLedger> producers, List<SubscriptionLedger> ledgers) {
        Tally tally = new Tally();
        for (ProducerLedger producer : producers) {
            tally.add(producer, setsOf(producer, ledgers), List.of(), producer.sent(), SequenceSet.LIMIT);
        }
        return tally;
    }

    private static <T> long sum(List<T> all, ToLongFunction<T> value) {
        return all.stream().mapToLong(value).sum();
    }

    /** Counts chunk by chunk, so that no set is ever copied whole. */
    private static final class Tally {
        long received;
        long lost;
        long undelivered;
        long recovered;
        long beyondSent;
        /** Counts arrivals at a worker of messages that had arrived at another one. */
        long elsewhereToo;

        /** Counts the producer's sequences in {@code [from, to)}. */
        void add(
                ProducerLedger producer,
                List<SequenceSet> receivedSets,
                List<SequenceSet> againSets,
                long from,
                long to) {
            int chunks = producer.acked().chunkCount();
            for (SequenceSet set : receivedSets) {
                chunks = Math.max(chunks, set.chunkCount());
            }
            long last = Math.min(to, (long) chunks * SequenceSet.CHUNK);
            for (long first = from; first < last; first = (first / SequenceSet.CHUNK + 1) * SequenceSet.CHUNK) {
                addChunk(producer, receivedSets, againSets, first, to);
            }
        }

        private void addChunk(
                ProducerLedger producer,
                List<SequenceSet> receivedSets,
                List<SequenceSet> againSets,
                long from,
                long to) {
            int chunk = (int) (from / SequenceSet.CHUNK);
            long[] acked = producer.acked().chunk(chunk);
            long[][] sets = receivedSets.stream().map(set -> set.chunk(chunk)).toArray(long[][]::new);
            long[][] againWords =
                    againSets.stream().map(set -> set.chunk(chunk)).toArray(long[][]::new);
            for (int word = 0; word < SequenceSet.WORDS; word++) {
                long start = (long) chunk * SequenceSet.CHUNK + (long) word * Long.SIZE;
                long range = below(to, start) & ~below(from, start);
                long sent = below(producer.sent(), start);
                long got = 0;
                for (long[] set : sets) {
                    elsewhereToo += Long.bitCount(got & set[word] & range);
                    got |= set[word];
                }
                got &= range;
                received += Long.bitCount(got & sent);
                beyondSent += Long.bitCount(got & ~sent);
                long missing = acked[word] & range & ~got;
                long rechecked = 0;
                for (long[] set : againWords) {
                    rechecked |= set[word];
                }
                lost += Long.bitCount(missing & ~rechecked);
                undelivered += Long.bitCount(missing & rechecked);
                recovered += Long.bitCount(got & sent & ~acked[word]);
            }
        }

        /** Returns the bits of a word that begins at sequence {@code first} for the sequences below {@code limit}. */
        private static long below(long limit, long first) {
            if (limit <= first) {
                return 0;
            }
            return limit - first >= Long.SIZE ? -1L : (1L << (limit - first)) - 1;
        }
    }
}
