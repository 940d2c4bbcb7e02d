package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Holds a piece of a ledger, small enough for one message: a ledger may be far larger. The records of an owner come first,
 * on the wire with empty sequence sets; what those hold follows in chunks. {@link LedgerAssembly} puts them together again.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
public sealed interface LedgerPart {
    /** One message has no more chunks of a set: at most 4 KiB each, so half a mebibyte. */
    int CHUNKS_AT_ONCE = 128;

    /** Holds a producer's counts, without its sequences. */
    record Producer(ProducerLedger ledger) implements LedgerPart {}

    /** Holds a subscription's counts, without its sequences. */
    record Subscription(SubscriptionLedger ledger) implements LedgerPart {}

    /**
     * Holds some chunks of one of their sets.
     *
     * @param subscription of a set {@link Of#RECEIVED}; else 0
     * @param data as {@link SequenceSet#encode} makes them
     */
    record Chunk(Of set, int producer, int subscription, ByteBuffer data) implements LedgerPart {}

    /** Tells sets apart by what happened to their sequences. */
    enum Of {
        ACKED,
        FAILED,
        RECEIVED
    }

    interface Sink {
        void accept(LedgerPart part) throws Exception;
    }

    /**
     * Passes all parts of a ledger to {@code out}, which may block while the wire is busy.
     *
     * @throws Exception what {@code out} throws
     */
    static void takeApart(WorkerLedger ledger, Sink out) throws Exception {
        for (ProducerLedger producer : ledger.producers()) {
            out.accept(new Producer(producer));
            takeApart(producer.acked(), Of.ACKED, producer.producer(), 0, out);
            takeApart(producer.failed(), Of.FAILED, producer.producer(), 0, out);
        }
        for (SubscriptionLedger subscription : ledger.subscriptions()) {
            out.accept(new Subscription(subscription));
            for (Map.Entry<Integer, SequenceSet> received :
                    subscription.received().entrySet()) {
                takeApart(received.getValue(), Of.RECEIVED, received.getKey(), subscription.subscription(), out);
            }
        }
    }

    private static void takeApart(SequenceSet set, Of of, int producer, int subscription, Sink out) throws Exception {
        int chunks = set.chunkCount();
        for (int from = 0; from < chunks; from += CHUNKS_AT_ONCE) {
            byte[] bytes = set.encode(from, Math.min(chunks, from + CHUNKS_AT_ONCE));
            out.accept(new Chunk(of, producer, subscription, ByteBuffer.wrap(bytes)));
        }
    }
}
