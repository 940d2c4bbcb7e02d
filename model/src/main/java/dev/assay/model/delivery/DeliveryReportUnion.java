package dev.assay.model.delivery;

import dev.assay.model.delivery.DeliveryReports.Frontier;
import dev.assay.model.delivery.DeliveryReports.Word;
import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Unites the delivery reports of the workers that share one subscription. A message that two workers report has arrived twice
 * without the second knowing of the first. Used by one thread.
 */
public final class DeliveryReportUnion {
    /** Each worker reports a message once, so more reports of one message are refused. */
    private static final int MAX_TIMES = 10_000;

    private final int subscription;
    private final Map<Integer, OfProducer> producers = new TreeMap<>();

    private static final class OfProducer {
        final SequenceSet received = new SequenceSet();
        /** Holds, by index, the sequences reported twice, three times, and so on. */
        final List<SequenceSet> repeats = new ArrayList<>();

        final Map<Integer, Long> frontiers = new HashMap<>();
        /** Holds the received sequences that the workers have learnt of from each other. */
        final SequenceSet distributed = new SequenceSet();

        final Map<Integer, Long> moved = new TreeMap<>();
    }

    public DeliveryReportUnion(int subscription) {
        this.subscription = subscription;
    }

    /**
     * Adds what one worker reports, each arrival once.
     *
     * @return how many arrivals were of messages that had arrived at another worker
     * @throws IllegalArgumentException when a sequence can't be held, or was reported more often than there can be workers
     */
    public long add(DeliveryReports deliveryReports) {
        OfProducer producer = producers.computeIfAbsent(deliveryReports.producer(), number -> new OfProducer());
        long repeated = 0;
        for (Word word : deliveryReports.words()) {
            long bits = producer.received.addWord(word.index(), word.bits());
            repeated += addAgain(producer, word.index(), word.bits() & ~bits);
        }
        producer.received.compact();
        producer.repeats.forEach(SequenceSet::compact);
        for (Frontier frontier : deliveryReports.frontiers()) {
            if (frontier.next() > producer.frontiers.getOrDefault(frontier.partition(), 0L)) {
                producer.frontiers.put(frontier.partition(), frontier.next());
                producer.moved.put(frontier.partition(), frontier.next());
            }
        }
        return repeated;
    }

    /**
     * Returns what has become known since the last call, the same for all workers: it says nothing new to the worker that reported
     * it. A word that several workers reported is returned once; what waits for the next call takes no memory of its own.
     *
     * @param atOnce most words or frontiers of one report
     */
    public List<DeliveryReports> news(int atOnce) {
        List<DeliveryReports> newReports = new ArrayList<>();
        producers.forEach((number, producer) -> {
            List<Word> words = new ArrayList<>();
            producer.received.withoutThoseOf(producer.distributed, (word, bits) -> {
                words.add(new Word(word, bits));
                producer.distributed.addWord(word, bits);
            });
            producer.distributed.compact();
            List<Frontier> moved = new ArrayList<>();
            producer.moved.forEach((partition, next) -> moved.add(new Frontier(partition, next)));
            producer.moved.clear();
            newReports.addAll(DeliveryReports.parts(subscription, number, words, moved, atOnce));
        });
        return newReports;
    }

    private static long addAgain(OfProducer producer, long word, long bits) {
        long remaining = bits;
        for (int times = 0; remaining != 0; times++) {
            if (times == MAX_TIMES) {
                throw new IllegalArgumentException(
                        "the delivery reports of one message came more than " + MAX_TIMES + " times");
            }
            if (times == producer.repeats.size()) {
                producer.repeats.add(new SequenceSet());
            }
            remaining &= ~producer.repeats.get(times).addWord(word, remaining);
        }
        return Long.bitCount(bits);
    }

    /**
     * Returns the ledger of the subscription, beside which those of the workers hold no sequences.
     *
     * @param sent what the producers sent, which says to which phase a message belongs
     * @param phases number of phases of the load
     */
    public SubscriptionLedger ledger(List<ProducerLedger> sent, int phases) {
        Map<Integer, SequenceSet> received = new HashMap<>();
        producers.forEach((number, producer) -> received.put(number, producer.received));
        long[] repeated = new long[phases];
        for (ProducerLedger producer : sent) {
            OfProducer receivedOfProducer = producers.get(producer.producer());
            for (int phase = 0; receivedOfProducer != null && phase < phases; phase++) {
                long from = producer.phaseStart(phase);
                // Messages that were never sent belong to no phase; they are counted with the last.
                long to = phase + 1 < phases ? producer.phaseEnd(phase) : SequenceSet.LIMIT;
                for (SequenceSet times : receivedOfProducer.repeats) {
                    repeated[phase] += times.count(from, to);
                }
            }
        }
        List<PhaseArrivals> arrivals = new ArrayList<>();
        for (long count : repeated) {
            arrivals.add(new PhaseArrivals(count, 0, 0, 0));
        }
        return new SubscriptionLedger(subscription, received, arrivals, 0, 0);
    }

    long heldBytes() {
        return producers.values().stream()
                .mapToLong(producer -> producer.received.heldBytes()
                        + producer.distributed.heldBytes()
                        + producer.repeats.stream()
                                .mapToLong(SequenceSet::heldBytes)
                                .sum())
                .sum();
    }
}
