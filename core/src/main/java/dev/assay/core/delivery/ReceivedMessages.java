package dev.assay.core.delivery;

import dev.assay.core.message.MessageHeader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;

/**
 * Keeps account of what the consumers of one subscription on one worker receive. Any number of consumers may report at
 * once, as long as the messages of one partition come one after the other.
 */
public final class ReceivedMessages {
    /** What a message turned out to be. */
    public enum Arrival {
        /** The first arrival of a message of this trial. */
        FIRST,
        /** A message that had arrived before. */
        REPEATED,
        /** Nothing that could be identified. */
        FOREIGN
    }

    private final int subscription;
    private final int run;
    private final SequenceSet[] received;
    /** By producer and partition, one more than the highest sequence that has arrived; each entry has one writer. */
    private final long[][] frontier;

    private final int partitions;
    /** Arrivals are the distinct messages and these, so that a good message costs no counter. */
    private final LongAdder repeated = new LongAdder();

    private final LongAdder outOfOrder = new LongAdder();
    private final LongAdder corrupted = new LongAdder();
    private final LongAdder unexpected = new LongAdder();

    /**
     * An empty account.
     *
     * @param producers number of producers over all workers
     * @param partitions number of partitions over all topics of the subscription
     */
    public ReceivedMessages(int subscription, int run, int producers, int partitions) {
        this.subscription = subscription;
        this.run = run;
        this.partitions = partitions;
        this.received = new SequenceSet[producers];
        this.frontier = new long[producers][];
        for (int producer = 0; producer < producers; producer++) {
            received[producer] = new SequenceSet();
        }
    }

    /**
     * Books one message.
     *
     * @param partition 0-based number over all topics of the subscription
     * @param crc scratch of the calling thread
     */
    public Arrival book(int partition, byte[] buffer, int offset, int length, CRC32C crc) {
        if (!MessageHeader.isIntact(buffer, offset, length, crc)) {
            corrupted.increment();
            return Arrival.FOREIGN;
        }
        int producer = MessageHeader.producer(buffer, offset);
        long sequence = MessageHeader.sequence(buffer, offset);
        if (MessageHeader.run(buffer, offset) != run
                || producer >= received.length
                || sequence < 0
                || sequence >= SequenceSet.LIMIT) {
            unexpected.increment();
            return Arrival.FOREIGN;
        }
        if (!MessageHeader.isBodyIntact(buffer, offset, length, crc)) {
            corrupted.increment();
        }
        return bookKnown(producer, partition, sequence);
    }

    private Arrival bookKnown(int producer, int partition, long sequence) {
        if (!received[producer].add(sequence)) {
            repeated.increment();
            return Arrival.REPEATED;
        }
        long[] frontiers = frontiersOf(producer);
        if (sequence < frontiers[partition]) {
            outOfOrder.increment();
        } else {
            frontiers[partition] = sequence + 1;
        }
        return Arrival.FIRST;
    }

    private long[] frontiersOf(int producer) {
        long[] frontiers = frontier[producer];
        return frontiers != null ? frontiers : newFrontiers(producer);
    }

    private synchronized long[] newFrontiers(int producer) {
        if (frontier[producer] == null) {
            frontier[producer] = new long[partitions];
        }
        return frontier[producer];
    }

    /** Gives back memory that is not needed any more; to be called now and then. */
    public void compact() {
        for (SequenceSet set : received) {
            set.compact();
        }
    }

    /** The account as it stands; final once the consumers are closed. */
    public SubscriptionLedger ledger() {
        Map<Integer, SequenceSet> byProducer = new HashMap<>();
        long arrivals = repeated.sum();
        for (int producer = 0; producer < received.length; producer++) {
            byProducer.put(producer, received[producer]);
            arrivals += received[producer].count();
        }
        return new SubscriptionLedger(
                subscription, byProducer, arrivals, outOfOrder.sum(), corrupted.sum(), unexpected.sum());
    }
}
