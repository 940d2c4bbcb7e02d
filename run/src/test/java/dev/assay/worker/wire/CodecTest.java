package dev.assay.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.AllocationStalls;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.worker.wire.proto.LedgerPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CodecTest {
    @Test
    void intervalComesBackWithEverySample() {
        Histogram latencies = new Histogram(1, 3_600_000_000_000L, 3);
        for (long value = 1; value < 100_000_000_000L; value = value * 3 + 1) {
            latencies.recordValueWithCount(value, value % 7 + 1);
        }
        WorkerInterval interval = new WorkerInterval(
                "w1",
                -5,
                1_000_000_007,
                new LoadTotals(5, 4, 3, 1, List.of(2L, 3L)),
                new HarnessSample(1, 2, 3, 4, new AllocationStalls(5, 70, 60), new Histogram(3)),
                List.of(new IntervalHistogram("measure", LatencyMetric.CALL_TO_END, "s2", latencies, 6, -77)),
                List.of(Metrics.CLIENT_BATCH_MESSAGES.of(3.1), Metrics.CLIENT_BUFFER_WAIT.of(0)));
        assertThat(IntervalCodec.fromWire("w1", new IntervalCodec().toWire(interval)))
                .isEqualTo(interval);
    }

    private static final long WARMUP = 1_000_001;

    @Test
    void largeLedgerTravelsInSmallPartsAndReconcilesTheSame() {
        WorkerLedger ledger = largeLedger();
        List<LedgerPart> parts = new ArrayList<>();
        takeApart(ledger, parts);

        long bytes = parts.stream().mapToLong(LedgerPart::getSerializedSize).sum();
        assertThat(bytes).isGreaterThan(8L << 20);
        assertThat(parts)
                .allSatisfy(
                        part -> assertThat(part.getSerializedSize()).isLessThan(WireProtocol.LARGEST_MESSAGE_BYTES));

        LedgerAssembly assembly = new LedgerAssembly(LedgerBounds.NONE);
        parts.forEach(assembly::add);
        List<String> names = List.of("s1");
        List<String> phases = List.of("warmup", "measure");
        Delivery delivery = Reconciliation.reconcile(List.of(assembly.finish(9)), names, phases);
        assertThat(delivery).isEqualTo(Reconciliation.reconcile(List.of(ledger), names, phases));
        assertThat(delivery.phases().getFirst().scheduled()).isEqualTo(WARMUP);
        assertThat(delivery.subscriptions().getFirst().duplicated()).isEqualTo(4);
    }

    @Test
    void partOfAnUnannouncedLedgerIsRefused() {
        List<LedgerPart> parts = new ArrayList<>();
        takeApart(largeLedger(), parts);
        LedgerPart chunk =
                parts.stream().filter(LedgerPart::hasChunk).findFirst().orElseThrow();
        assertThatThrownBy(() -> new LedgerAssembly(LedgerBounds.NONE).add(chunk))
                .hasMessageContaining("did not announce");
    }

    private static void takeApart(WorkerLedger ledger, List<LedgerPart> parts) {
        try {
            LedgerCodec.takeApart(ledger, parts::add);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** With holes, so that hardly any chunk is full. */
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
                        0, Map.of(5, received), List.of(new PhaseArrivals(1, 2, 3), new PhaseArrivals(3, 1, 0)), 2, 1)),
                9);
    }
}
