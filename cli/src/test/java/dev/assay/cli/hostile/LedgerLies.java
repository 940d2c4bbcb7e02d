package dev.assay.cli.hostile;

import dev.assay.model.delivery.DeliveryReports;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerPart;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes impossible messages about a worker's ledger and delivery reports. */
final class LedgerLies {
    private LedgerLies() {}

    static Stream<WorkerLie> all() {
        return Stream.of(ledgers(), ends(), chunks(), deliveryReports()).flatMap(lies -> lies);
    }

    private static LyingWorker.Lie ledger(Consumer<ObjectNode> change) {
        return WorkerLie.changed(Event.Ledger.class, change);
    }

    private static LyingWorker.Lie part(Class<? extends LedgerPart> kind, Consumer<ObjectNode> change) {
        return ledger(said -> {
            if (said.get("part").get(kind.getSimpleName()) instanceof ObjectNode part) {
                change.accept(part);
            }
        });
    }

    private static LyingWorker.Lie producer(Consumer<ObjectNode> change) {
        return part(LedgerPart.Producer.class, part -> change.accept((ObjectNode) part.get("ledger")));
    }

    private static LyingWorker.Lie subscription(Consumer<ObjectNode> change) {
        return part(LedgerPart.Subscription.class, part -> change.accept((ObjectNode) part.get("ledger")));
    }

    private static Stream<WorkerLie> ledgers() {
        return Stream.of(
                WorkerLie.of("a producer too many", "there is no producer 7", producer(one -> one.put("producer", 7))),
                WorkerLie.of(
                        "more scheduled than there is",
                        "the load has at most",
                        producer(one -> one.put("scheduled", Long.MAX_VALUE))),
                WorkerLie.of(
                        "more sent than scheduled",
                        "must have sent between",
                        producer(one -> one.put("sent", one.get("scheduled").asLong() + 1))),
                WorkerLie.of(
                        "phases too many",
                        "2 phases, but the load has 1",
                        producer(one -> ((ArrayNode) one.get("phaseStarts")).add(5))),
                WorkerLie.of(
                        "a set that did not stay behind",
                        "a sequence set travels in chunks",
                        producer(one -> one.put("acked", full(0, 1, 1)))),
                WorkerLie.of(
                        "a subscription too many",
                        "there is no subscription 9",
                        subscription(one -> one.put("subscription", 9))),
                WorkerLie.of(
                        "fewer than none corrupted",
                        "can't have such counts",
                        subscription(one -> one.put("corrupted", -1))));
    }

    private static Stream<WorkerLie> ends() {
        return Stream.of(
                WorkerLie.of(
                        "violations below zero",
                        "there can't be -1 violations",
                        WorkerLie.changed(Event.Finished.class, one -> one.put("violations", -1))),
                WorkerLie.of("a ledger part with nothing in it", "type id", ledger(said -> said.putObject("part"))),
                WorkerLie.of(
                        "the ledger's parts twice",
                        "came twice",
                        event -> WorkerLie.is(Event.Ledger.class, event) ? Stream.of(event, event) : Stream.of(event)));
    }

    private static LyingWorker.Lie chunk(byte[] data) {
        return part(LedgerPart.Chunk.class, part -> part.put("data", data));
    }

    /** Returns chunks that claim, from the given one on, to be full. */
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
        Event ofNobody =
                new Event.Ledger(new LedgerPart.Chunk(LedgerPart.Of.ACKED, 3, 0, ByteBuffer.wrap(full(0, 1, 1))));
        return Stream.of(
                WorkerLie.of(
                        "the last of all chunks",
                        "chunks here, but the bytes are of chunk",
                        chunk(full((1 << 25) - 1, 1, 1))),
                WorkerLie.of("chunks that are not there", "ends too early", chunk(full(0, 5, 2))),
                WorkerLie.of("bytes too many", "too many", chunk(full(0, 1, 4))),
                WorkerLie.of("a chunk of nobody", "did not announce", WorkerLie.also(ofNobody)));
    }

    private static WorkerLie told(String name, String said, DeliveryReports deliveryReports) {
        return WorkerLie.of(name, said, WorkerLie.also(new Event.Received(List.of(deliveryReports))));
    }

    private static Stream<WorkerLie> deliveryReports() {
        return Stream.of(
                told(
                        "delivery reports of what is not shared",
                        "sent delivery reports of subscription 0, which is not shared",
                        new DeliveryReports(0, 0, List.of(), List.of())),
                told(
                        "delivery reports of the end of all",
                        "are beyond the",
                        new DeliveryReports(0, 0, List.of(new DeliveryReports.Word(1L << 33, 1)), List.of())),
                WorkerLie.of(
                        "delivery reports of a word without bits",
                        "'bits'",
                        WorkerLie.also(WorkerLie.tree("Received", received -> {
                            ArrayNode torn =
                                    received.putArray("deliveryReports").addArray();
                            torn.add(0).add(0);
                            torn.addArray().addArray().add(1);
                            torn.addArray();
                        }))),
                WorkerLie.of(
                        "a change that nobody asked for",
                        "nobody asked for change",
                        WorkerLie.also(new Event.GroupChanged(1_000_000, 0, 0))));
    }
}
