package dev.assay.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.Delivery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerPartTest {
    private static final long WARMUP = 1_000_001;

    @Test
    void largeLedgerTravelsInSmallPartsAndReconcilesTheSame() {
        WorkerLedger ledger = largeLedger();
        List<byte[]> parts = new ArrayList<>();
        takeApart(ledger, parts);

        assertThat(parts.stream().mapToLong(part -> part.length).sum()).isGreaterThan(8L << 20);
        assertThat(parts).allSatisfy(part -> assertThat(part).hasSizeLessThan(WireProtocol.LARGEST_MESSAGE_BYTES));

        LedgerAssembly assembly = new LedgerAssembly(LedgerBounds.NONE);
        parts.forEach(
                part -> assembly.add(WireFormat.decode(part, Event.Ledger.class).part()));
        List<String> names = List.of("s1");
        List<String> phases = List.of("warmup", "measure");
        Delivery delivery = Reconciliation.reconcile(List.of(assembly.finish(9)), names, phases);
        assertThat(delivery).isEqualTo(Reconciliation.reconcile(List.of(ledger), names, phases));
        assertThat(delivery.phases().getFirst().scheduled()).isEqualTo(WARMUP);
        assertThat(delivery.subscriptions().getFirst().duplicated()).isEqualTo(4);
    }

    @Test
    void partOfAnUnannouncedLedgerIsRefused() {
        LedgerPart chunk = new LedgerPart.Chunk(LedgerPart.Of.RECEIVED, 5, 0, ByteBuffer.wrap(new byte[0]));
        assertThatThrownBy(() -> new LedgerAssembly(LedgerBounds.NONE).add(chunk))
                .hasMessageContaining("did not announce");
    }

    private static void takeApart(WorkerLedger ledger, List<byte[]> parts) {
        try {
            LedgerPart.takeApart(ledger, part -> parts.add(WireFormat.encode(new Event.Ledger(part))));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a ledger with holes, so that hardly any chunk is full. */
    private static WorkerLedger largeLedger() {
        long messages = 40_000_000;
        SequenceSet acked = new SequenceSet();
        SequenceSet failed = new SequenceSet();
        SequenceSet received = new SequenceSet();
        for (long sequence = 0; sequence < messages; sequence += 3) {
            acked.add(sequence);
            received.add(sequence % 9 == 0 ? sequence + 1 : sequence);
        }
        failed.add(1);
        return new WorkerLedger(
                List.of(new ProducerLedger(5, messages + 10, messages, acked, failed, List.of(0L, WARMUP))),
                List.of(new SubscriptionLedger(
                        0,
                        Map.of(5, received),
                        List.of(new PhaseArrivals(1, 2, 3, 4), new PhaseArrivals(3, 0, 1, 0)),
                        2,
                        1)),
                9);
    }
}
