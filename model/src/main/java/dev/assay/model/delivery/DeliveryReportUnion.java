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
        final List<SequenceSet> again = new ArrayList<>();

        final Map<Integer, Long> frontiers = new HashMap<>();
        /** Holds those of the received sequences that the workers have been told of. */
        final SequenceSet told = new SequenceSet();

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
        OfProducer own = producers.computeIfAbsent(deliveryReports.producer(), number -> new OfProducer());
        long repeated = 0;
        for (Word word : deliveryReports.words()) {
            long bits = own.received.addWord(word.index(), word.bits());
            repeated += addAgain(own, word.index(), word.bits() & ~bits);
        }
        own.received.compact();
        own.again.forEach(SequenceSet::compact);
        for (Frontier frontier : deliveryReports.frontiers()) {
            if (frontier.next() > own.frontiers.getOrDefault(frontier.partition(), 0L)) {
                own.frontiers.put(frontier.partition(), frontier.next());
                own.moved.put(frontier.partition(), frontier.next());
            }
        }
        return repeated;
    }

    /**
     * Returns what has come to be known since the last call, the same for all workers: to the one that reported it, it says nothing
     * new. A word that several workers reported is returned once, and what waits for the next call takes no memory of its own.
     *
     * @param atOnce most words or frontiers of one report
     */
    public List<DeliveryReports> news(int atOnce) {
        List<DeliveryReports> news = new ArrayList<>();
        producers.forEach((number, own) -> {
            List<Word> words = new ArrayList<>();
            own.received.withoutThoseOf(own.told, (word, bits) -> {
                words.add(new Word(word, bits));
                own.told.addWord(word, bits);
            });
            own.told.compact();
            List<Frontier> moved = new ArrayList<>();
            own.moved.forEach((partition, next) -> moved.add(new Frontier(partition, next)));
            own.moved.clear();
            news.addAll(DeliveryReports.parts(subscription, number, words, moved, atOnce));
        });
        return news;
    }

    private static long addAgain(OfProducer own, long word, long bits) {
        long left = bits;
        for (int times = 0; left != 0; times++) {
            if (times == MAX_TIMES) {
                throw new IllegalArgumentException(
                        "the delivery reports of one message came more than " + MAX_TIMES + " times");
            }
            if (times == own.again.size()) {
                own.again.add(new SequenceSet());
            }
            left &= ~own.again.get(times).addWord(word, left);
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
        producers.forEach((number, own) -> received.put(number, own.received));
        long[] repeated = new long[phases];
        for (ProducerLedger producer : sent) {
            OfProducer own = producers.get(producer.producer());
            for (int phase = 0; own != null && phase < phases; phase++) {
                long from = producer.phaseStart(phase);
                // What was never sent belongs to no phase; it is counted with the last.
                long to = phase + 1 < phases ? producer.phaseEnd(phase) : SequenceSet.LIMIT;
                for (SequenceSet times : own.again) {
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

    /** Returns the memory of the sequences, in bytes. */
    long heldBytes() {
        return producers.values().stream()
                .mapToLong(own -> own.received.heldBytes()
                        + own.told.heldBytes()
                        + own.again.stream().mapToLong(SequenceSet::heldBytes).sum())
                .sum();
    }
}
