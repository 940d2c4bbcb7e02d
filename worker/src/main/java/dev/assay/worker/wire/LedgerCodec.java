package dev.assay.worker.wire;

import com.google.protobuf.ByteString;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.worker.wire.proto.LedgerPart;
import dev.assay.worker.wire.proto.PhaseCounts;
import dev.assay.worker.wire.proto.ProducerCounts;
import dev.assay.worker.wire.proto.SequenceChunk;
import dev.assay.worker.wire.proto.SubscriptionCounts;
import java.util.Map;

/** Takes a ledger apart into messages of bounded size; {@link LedgerAssembly} puts it together again. */
public final class LedgerCodec {
    /** Chunks of a set in one message: at most 4 KiB each, so half a mebibyte. */
    private static final int CHUNKS_AT_ONCE = 128;

    /** Takes the parts, one after the other. */
    public interface PartSink {
        void accept(LedgerPart part) throws Exception;
    }

    private LedgerCodec() {}

    /**
     * Gives all parts to {@code out}, which may block while the wire is busy.
     *
     * @throws Exception what {@code out} throws
     */
    public static void takeApart(WorkerLedger ledger, PartSink out) throws Exception {
        for (ProducerLedger producer : ledger.producers()) {
            takeApart(producer, out);
        }
        for (SubscriptionLedger subscription : ledger.subscriptions()) {
            takeApart(subscription, out);
        }
    }

    private static void takeApart(ProducerLedger ledger, PartSink out) throws Exception {
        ProducerCounts.Builder counts = ProducerCounts.newBuilder()
                .setProducer(ledger.producer())
                .setScheduled(ledger.scheduled())
                .setSent(ledger.sent())
                .addAllPhaseStarts(ledger.phaseStarts());
        out.accept(LedgerPart.newBuilder().setProducer(counts).build());
        SequenceChunk.Builder chunk = SequenceChunk.newBuilder().setProducer(ledger.producer());
        takeApart(ledger.acked(), chunk.setSet(SequenceChunk.Set.ACKED), out);
        takeApart(ledger.failed(), chunk.setSet(SequenceChunk.Set.FAILED), out);
    }

    private static void takeApart(SubscriptionLedger ledger, PartSink out) throws Exception {
        SubscriptionCounts.Builder counts = SubscriptionCounts.newBuilder()
                .setSubscription(ledger.subscription())
                .setCorrupted(ledger.corrupted())
                .setUnexpected(ledger.unexpected());
        ledger.phases()
                .forEach(phase -> counts.addPhases(PhaseCounts.newBuilder()
                        .setRepeated(phase.repeated())
                        .setOutOfOrder(phase.outOfOrder())
                        .setCorrupted(phase.corrupted())));
        out.accept(LedgerPart.newBuilder().setSubscription(counts).build());
        SequenceChunk.Builder chunk =
                SequenceChunk.newBuilder().setSet(SequenceChunk.Set.RECEIVED).setSubscription(ledger.subscription());
        for (Map.Entry<Integer, SequenceSet> received : ledger.received().entrySet()) {
            takeApart(received.getValue(), chunk.setProducer(received.getKey()), out);
        }
    }

    private static void takeApart(SequenceSet set, SequenceChunk.Builder chunk, PartSink out) throws Exception {
        int chunks = set.chunkCount();
        for (int from = 0; from < chunks; from += CHUNKS_AT_ONCE) {
            byte[] bytes = set.encode(from, Math.min(chunks, from + CHUNKS_AT_ONCE));
            out.accept(LedgerPart.newBuilder()
                    .setChunk(chunk.setData(ByteString.copyFrom(bytes)))
                    .build());
        }
    }
}
