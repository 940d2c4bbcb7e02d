package dev.assay.cli.hostile;

import com.google.protobuf.ByteString;
import dev.assay.worker.wire.proto.Event;
import dev.assay.worker.wire.proto.Finished;
import dev.assay.worker.wire.proto.LedgerPart;
import dev.assay.worker.wire.proto.PhaseCounts;
import dev.assay.worker.wire.proto.ProducerCounts;
import dev.assay.worker.wire.proto.ReaderChanged;
import dev.assay.worker.wire.proto.ReceiptReport;
import dev.assay.worker.wire.proto.SequenceChunk;
import dev.assay.worker.wire.proto.SubscriptionCounts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What no worker says of its ledger and its receipts. */
final class LedgerLies {
    private LedgerLies() {}

    static Stream<WorkerLie> all() {
        return Stream.of(ledgers(), ends(), chunks()).flatMap(lies -> lies);
    }

    private static LyingWorker.Lie ledger(Consumer<LedgerPart.Builder> change) {
        return event -> {
            if (!event.hasLedgerPart()) {
                return Stream.of(event);
            }
            LedgerPart.Builder changed = event.getLedgerPart().toBuilder();
            change.accept(changed);
            return Stream.of(Event.newBuilder().setLedgerPart(changed).build());
        };
    }

    private static LyingWorker.Lie producer(Consumer<ProducerCounts.Builder> change) {
        return ledger(part -> {
            if (part.hasProducer()) {
                change.accept(part.getProducerBuilder());
            }
        });
    }

    private static LyingWorker.Lie subscription(Consumer<SubscriptionCounts.Builder> change) {
        return ledger(part -> {
            if (part.hasSubscription()) {
                change.accept(part.getSubscriptionBuilder());
            }
        });
    }

    private static Stream<WorkerLie> ledgers() {
        return Stream.of(
                WorkerLie.of("a producer too many", "there is no producer 7", producer(one -> one.setProducer(7))),
                WorkerLie.of("a producer below zero", "there is no producer -1", producer(one -> one.setProducer(-1))),
                WorkerLie.of(
                        "more scheduled than there is",
                        "the load has at most",
                        producer(one -> one.setScheduled(Long.MAX_VALUE))),
                WorkerLie.of(
                        "more sent than scheduled",
                        "must have sent between",
                        producer(one -> one.setSent(one.getScheduled() + 1))),
                WorkerLie.of(
                        "phases too few",
                        "0 phases, but the load has 1",
                        producer(ProducerCounts.Builder::clearPhaseStarts)),
                WorkerLie.of("phases too many", "2 phases, but the load has 1", producer(one -> one.addPhaseStarts(5))),
                WorkerLie.of(
                        "a subscription too many",
                        "there is no subscription 9",
                        subscription(one -> one.setSubscription(9))),
                WorkerLie.of(
                        "fewer than none corrupted",
                        "can't have such counts",
                        subscription(one -> one.setCorrupted(-1))),
                WorkerLie.of(
                        "fewer than none repeated",
                        "can't have such counts",
                        subscription(
                                one -> one.addPhases(PhaseCounts.newBuilder().setRepeated(-1)))));
    }

    private static Stream<WorkerLie> ends() {
        return Stream.of(
                WorkerLie.of(
                        "violations below zero",
                        "there can't be -1 violations",
                        event -> event.hasFinished()
                                ? Stream.of(Event.newBuilder()
                                        .setFinished(Finished.newBuilder().setViolations(-1))
                                        .build())
                                : Stream.of(event)),
                WorkerLie.of(
                        "a ledger part with nothing in it", "nothing in it", ledger(LedgerPart.Builder::clearPart)),
                WorkerLie.of(
                        "the ledger's parts twice",
                        "came twice",
                        event -> event.hasLedgerPart() ? Stream.of(event, event) : Stream.of(event)));
    }

    private static LyingWorker.Lie chunk(byte[] data) {
        return ledger(part -> {
            if (part.hasChunk()) {
                part.getChunkBuilder().setData(ByteString.copyFrom(data));
            }
        });
    }

    /** Says of chunks from that one on that they are full. */
    private static byte[] full(int from, int count, int told) {
        ByteBuffer out = ByteBuffer.allocate(8 + told)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(from)
                .putInt(count);
        for (int chunk = 0; chunk < told; chunk++) {
            out.put((byte) 1);
        }
        return out.array();
    }

    private static Stream<WorkerLie> chunks() {
        return Stream.of(
                WorkerLie.of(
                        "the last of all chunks",
                        "chunks here, but the bytes are of chunk",
                        chunk(full((1 << 25) - 1, 1, 1))),
                WorkerLie.of("a chunk beyond all", "chunks must be a range", chunk(full(Integer.MAX_VALUE, 1, 1))),
                WorkerLie.of("a chunk below zero", "chunks must be a range", chunk(full(-1, 1, 1))),
                WorkerLie.of("chunks that are not there", "ends too early", chunk(full(0, 5, 2))),
                WorkerLie.of("bytes too many", "too many", chunk(full(0, 1, 4))),
                WorkerLie.of(
                        "a chunk of nobody",
                        "did not announce",
                        ledger(part -> part.setChunk(SequenceChunk.newBuilder()
                                .setProducer(3)
                                .setData(ByteString.copyFrom(full(0, 1, 1)))))),
                WorkerLie.of(
                        "receipts of what is not shared",
                        "sent receipts of subscription 0, which is not shared",
                        WorkerLie.also(Event.newBuilder().setReceipts(ReceiptReport.newBuilder()))),
                WorkerLie.of(
                        "receipts of nobody",
                        "there is no producer 5",
                        WorkerLie.also(Event.newBuilder()
                                .setReceipts(ReceiptReport.newBuilder().setProducer(5)))),
                WorkerLie.of(
                        "receipts of the end of all",
                        "are beyond the",
                        WorkerLie.also(Event.newBuilder()
                                .setReceipts(ReceiptReport.newBuilder()
                                        .addWords(1L << 33)
                                        .addBits(1)))),
                WorkerLie.of(
                        "a change that nobody asked for",
                        "nobody asked for change",
                        WorkerLie.also(Event.newBuilder()
                                .setReaderChanged(ReaderChanged.newBuilder().setNumber(1_000_000)))));
    }
}
