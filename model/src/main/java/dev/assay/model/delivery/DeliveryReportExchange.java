package dev.assay.model.delivery;

import dev.assay.model.delivery.DeliveryReports.Frontier;
import dev.assay.model.delivery.DeliveryReports.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is one worker's side of the exchange of delivery reports between the workers that share a subscription: it reports what
 * arrived here first and takes in what arrived elsewhere. Sequences that arrived elsewhere join the set of all received, so
 * that their arrival here counts as repeated, and so that chunks become full, and cost nothing, on each worker.
 */
final class DeliveryReportExchange {
    private final int subscription;
    private final SequenceSet[] received;
    private final long[][] frontier;
    /** Holds what has been reported, or was learnt from other workers before it arrived here. */
    private final SequenceSet[] known;

    private final long[] @Nullable [] reportedFrontiers;
    /** Is indexed by producer and partition; read by the threads that deliver, a little late at worst. */
    private final long[] @Nullable [] elsewhere;

    private final int partitions;

    /** Exchanges what is entered in these arrays, which are the account's own. */
    DeliveryReportExchange(int subscription, int partitions, SequenceSet[] received, long[][] frontier) {
        this.subscription = subscription;
        this.partitions = partitions;
        this.received = received;
        this.frontier = frontier;
        this.known = new SequenceSet[received.length];
        Arrays.setAll(known, producer -> new SequenceSet());
        this.reportedFrontiers = new long[received.length][];
        this.elsewhere = new long[received.length][];
    }

    /** Tells whether a later message of the partition has arrived elsewhere. */
    boolean isBehind(int producer, int partition, long sequence) {
        long[] frontiers = elsewhere[producer];
        return frontiers != null && sequence < frontiers[partition];
    }

    /** Returns what has arrived here first since the last call. */
    synchronized List<DeliveryReports> news() {
        List<DeliveryReports> newReports = new ArrayList<>();
        for (int producer = 0; producer < received.length; producer++) {
            newReports.addAll(DeliveryReports.parts(
                    subscription, producer, newWords(producer), newFrontiers(producer), DeliveryReports.MAX_AT_ONCE));
        }
        return newReports;
    }

    private List<Word> newWords(int producer) {
        List<Word> words = new ArrayList<>();
        received[producer].withoutThoseOf(known[producer], (word, bits) -> {
            words.add(new Word(word, bits));
            known[producer].addWord(word, bits);
        });
        return words;
    }

    private List<Frontier> newFrontiers(int producer) {
        long[] frontiers = frontier[producer];
        if (frontiers == null) {
            return List.of();
        }
        long[] reported = reportedFrontiers[producer];
        if (reported == null) {
            reported = new long[partitions];
            reportedFrontiers[producer] = reported;
        }
        List<Frontier> moved = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            long next = frontiers[partition];
            if (next > reported[partition]) {
                moved.add(new Frontier(partition, next));
                reported[partition] = next;
            }
        }
        return moved;
    }

    /**
     * Takes in what arrived elsewhere; counts nothing.
     *
     * @throws IllegalArgumentException when there is no such producer, partition or sequence
     */
    synchronized void learn(DeliveryReports deliveryReports) {
        int producer = deliveryReports.producer();
        if (producer < 0 || producer >= received.length) {
            throw new IllegalArgumentException("delivery reports of producer " + producer + " of " + received.length);
        }
        for (Word word : deliveryReports.words()) {
            long unseen = received[producer].addWord(word.index(), word.bits());
            known[producer].addWord(word.index(), unseen);
        }
        for (Frontier moved : deliveryReports.frontiers()) {
            if (moved.partition() < 0 || moved.partition() >= partitions) {
                throw new IllegalArgumentException(
                        "delivery reports of partition " + moved.partition() + " of " + partitions);
            }
            long[] frontiers = elsewhere[producer];
            if (frontiers == null) {
                frontiers = new long[partitions];
                elsewhere[producer] = frontiers;
            }
            frontiers[moved.partition()] = Math.max(frontiers[moved.partition()], moved.next());
        }
    }

    void compact() {
        for (SequenceSet set : known) {
            set.compact();
        }
    }

    long heldBytes() {
        return Arrays.stream(known).mapToLong(SequenceSet::heldBytes).sum();
    }
}
