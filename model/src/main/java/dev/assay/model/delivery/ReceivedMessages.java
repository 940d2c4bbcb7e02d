package dev.assay.model.delivery;

import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.message.MessageHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Keeps account of what the consumers of one subscription on one worker receive. Any number of consumers may report at
 * once, as long as the messages of one partition come one after the other.
 */
public final class ReceivedMessages {
    public enum Arrival {
        FIRST,
        REPEATED,
        /** The bytes could not be identified as a message of the trial. */
        FOREIGN
    }

    private final int subscription;
    private final int run;
    private final long maxMessages;
    private final SequenceSet[] received;
    /** Holds, by producer and partition, one more than the highest sequence that has arrived; each entry has one writer. */
    private final long[][] frontier;

    private final int partitions;
    /** Is null where all consumers of the subscription sit on this worker. */
    private final @Nullable DeliveryReportExchange exchange;

    /** Counts by phase. Arrivals are the distinct messages and these, so that a good message costs no counter. */
    private final LongAdder[] repeated;

    private final LongAdder[] redelivered;
    private final LongAdder[] outOfOrder;
    private final LongAdder[] corruptedBodies;
    private final LongAdder corrupted = new LongAdder();
    private final LongAdder unexpected = new LongAdder();

    /**
     * @param producers number of producers over all workers
     * @param partitions number of partitions over all topics of the subscription
     * @param phases number of phases of the load
     * @param maxMessages messages that one producer can have sent at most: a sequence beyond, which a broker has made up, would cost
     *     memory for all those before it
     */
    public ReceivedMessages(int subscription, int run, int producers, int partitions, int phases, long maxMessages) {
        this(subscription, run, producers, partitions, phases, maxMessages, false);
    }

    /**
     * Creates an empty account of a subscription that may be shared.
     *
     * @param shared whether consumers of the subscription sit on other workers, too; delivery reports are exchanged with them then
     */
    public ReceivedMessages(
            int subscription, int run, int producers, int partitions, int phases, long maxMessages, boolean shared) {
        this.subscription = subscription;
        this.run = run;
        this.maxMessages = Math.min(maxMessages, SequenceSet.LIMIT);
        this.partitions = partitions;
        this.received = new SequenceSet[producers];
        this.frontier = new long[producers][];
        for (int producer = 0; producer < producers; producer++) {
            received[producer] = new SequenceSet();
        }
        this.exchange = shared ? new DeliveryReportExchange(subscription, partitions, received, frontier) : null;
        this.repeated = adders(phases);
        this.redelivered = adders(phases);
        this.outOfOrder = adders(phases);
        this.corruptedBodies = adders(phases);
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        Arrays.setAll(adders, index -> new LongAdder());
        return adders;
    }

    /**
     * @param phase index of the phase that it belongs to, if its header tells the truth
     * @param partition 0-based number over all topics of the subscription
     * @param crc scratch of the calling thread
     */
    public Arrival book(int phase, int partition, byte[] buffer, int offset, int length, CRC32C crc) {
        if (!MessageHeader.isIntact(buffer, offset, length, crc)) {
            corrupted.increment();
            return Arrival.FOREIGN;
        }
        int producer = MessageHeader.producer(buffer, offset);
        long sequence = MessageHeader.sequence(buffer, offset);
        if (MessageHeader.run(buffer, offset) != run
                || producer >= received.length
                || sequence < 0
                || sequence >= maxMessages) {
            unexpected.increment();
            return Arrival.FOREIGN;
        }
        if (!MessageHeader.isBodyIntact(buffer, offset, length, crc)) {
            corruptedBodies[phase].increment();
        }
        return bookKnown(phase, producer, partition, sequence);
    }

    /**
     * Notes that the system itself marked the delivery {@linkplain #book booked} just now as a redelivery.
     *
     * @param phase index of the phase that the message belongs to
     */
    public void redelivered(int phase) {
        redelivered[phase].increment();
    }

    private Arrival bookKnown(int phase, int producer, int partition, long sequence) {
        if (!received[producer].add(sequence)) {
            repeated[phase].increment();
            return Arrival.REPEATED;
        }
        long[] frontiers = frontiersOf(producer);
        if (sequence < frontiers[partition]) {
            outOfOrder[phase].increment();
        } else if (exchange != null && exchange.isBehind(producer, partition, sequence)) {
            outOfOrder[phase].increment();
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

    /** Gives back memory that is no longer needed; to be called now and then. */
    public void compact() {
        for (SequenceSet set : received) {
            set.compact();
        }
        if (exchange != null) {
            exchange.compact();
        }
    }

    /** Returns what has arrived here first since the last call; nothing where no other worker has consumers of the subscription. */
    public List<DeliveryReports> news() {
        return exchange == null ? List.of() : exchange.news();
    }

    /**
     * Takes in what arrived at other workers, which counts nothing here.
     *
     * @throws IllegalArgumentException when there is no such producer, partition or sequence, or nothing is exchanged
     */
    public void learn(DeliveryReports deliveryReports) {
        if (exchange == null) {
            throw new IllegalArgumentException(
                    "delivery reports of subscription " + subscription + ", which is not shared");
        }
        exchange.learn(deliveryReports);
    }

    long heldBytes() {
        long bytes = exchange == null ? 0 : exchange.heldBytes();
        for (SequenceSet set : received) {
            bytes += set.heldBytes();
        }
        return bytes;
    }

    /**
     * Returns the account as it stands; final once the consumers are closed. Where delivery reports are exchanged it holds no
     * sequences: they are in the {@link DeliveryReportUnion} then, once the last {@link #news()} are.
     */
    public SubscriptionLedger ledger() {
        Map<Integer, SequenceSet> byProducer = new HashMap<>();
        for (int producer = 0; exchange == null && producer < received.length; producer++) {
            // Most workers of many have no consumer of most subscriptions.
            if (received[producer].chunkCount() > 0) {
                byProducer.put(producer, received[producer]);
            }
        }
        List<PhaseArrivals> phases = new ArrayList<>();
        for (int phase = 0; phase < repeated.length; phase++) {
            phases.add(new PhaseArrivals(
                    repeated[phase].sum(),
                    redelivered[phase].sum(),
                    outOfOrder[phase].sum(),
                    corruptedBodies[phase].sum()));
        }
        return new SubscriptionLedger(subscription, byProducer, phases, corrupted.sum(), unexpected.sum());
    }
}
