package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests two producers of a hundred messages each, ten of them in the warm-up, and two subscriptions. The worker of producer
 * 1 and of the only consumer of s1 is lost; nobody but the other worker has consumers of s0.
 */
class LostWorkerLedgerTest {
    private static final List<Long> PHASES = List.of(0L, 10L);

    private static SequenceSet sequences(long from, long to) {
        SequenceSet set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(sequence);
        }
        return set;
    }

    private static SubscriptionLedger received(int subscription, Map<Integer, SequenceSet> received) {
        return new SubscriptionLedger(subscription, received, List.of(), 0, 0);
    }

    private final WorkerLedger lost = new WorkerLedger(
            List.of(new ProducerLedger(1, 100, 100, new SequenceSet(), new SequenceSet(), PHASES)),
            List.of(received(1, Map.of())),
            0,
            true);

    /** Producer 0 sent 98, of which 95 were acknowledged and one failed; s0 has 92 of these and 40 of the other producer. */
    private final WorkerLedger remaining = new WorkerLedger(
            List.of(new ProducerLedger(0, 100, 98, sequences(0, 95), sequences(97, 98), PHASES)),
            List.of(received(0, Map.of(0, sequences(0, 92), 1, sequences(5, 45)))),
            0);

    /** Subscription s1 had been reported these before the loss. */
    private final WorkerLedger shared =
            new WorkerLedger(List.of(), List.of(received(1, Map.of(0, sequences(0, 60), 1, sequences(0, 50)))), 0);

    private Delivery reconcile(List<SubscriptionLedger> rechecked) {
        return Reconciliation.reconcile(
                List.of(remaining, lost, shared), rechecked, List.of("s0", "s1"), List.of("warmup", "measure"));
    }

    @Test
    void whatOnlyTheLostWorkerCouldTellIsNeitherLostNorReceivedNorUnsent() {
        Delivery delivery = reconcile(List.of());

        assertThat(delivery.scheduled()).isEqualTo(200);
        assertThat(delivery.notKnown()).isEqualTo(100);
        assertThat(List.of(delivery.unsent(), delivery.acked(), delivery.failed(), delivery.unknown()))
                .containsExactly(2L, 95L, 1L, 2L);
        assertThat(delivery.sent()).isEqualTo(98);
        assertThat(delivery.subscriptions())
                .containsExactly(
                        // Three acknowledged to the other worker are lost for certain; of the lost producer's 100, 40
                        // arrived.
                        new SubscriptionDelivery("s0", 92 + 40, 3, 0, 0, 0, 0, 0, 0, 0, 60),
                        // Of what was acknowledged, 35 may have arrived at the lost consumer; of the lost producer's,
                        // 50 did.
                        new SubscriptionDelivery("s1", 60 + 50, 0, 0, 0, 0, 0, 0, 0, 0, 35 + 50));
        assertThat(delivery.subscriptions()).noneMatch(SubscriptionDelivery::clean);
    }

    @Test
    void thePhasesAddUpToTheTrial() {
        Delivery delivery = reconcile(List.of());

        assertThat(delivery.phases()).extracting(PhaseDelivery::scheduled).containsExactly(20L, 180L);
        assertThat(delivery.phases()).extracting(PhaseDelivery::notKnown).containsExactly(10L, 90L);
        assertThat(delivery.phases())
                .allSatisfy(phase -> assertThat(phase.unsent() + phase.acked() + phase.failed() + phase.unknown())
                        .isEqualTo(phase.scheduled() - phase.notKnown()));
        assertThat(delivery.phases())
                .extracting(phase -> phase.subscriptions().getFirst().notKnown())
                .containsExactly(5L, 55L);
        assertThat(delivery.phases())
                .extracting(phase -> phase.subscriptions().getLast().notKnown())
                .containsExactly(0L, 85L);
    }

    /** That a message is still there does not tell whether the lost consumer had it. */
    @Test
    void whatIsFoundAgainIsUndeliveredOnlyWhereNoConsumerWasLost() {
        Delivery delivery =
                reconcile(List.of(received(0, Map.of(0, sequences(0, 98))), received(1, Map.of(0, sequences(0, 98)))));

        assertThat(delivery.subscriptions())
                .containsExactly(
                        new SubscriptionDelivery("s0", 132, 0, 0, 0, 0, 0, 0, 3, 0, 60),
                        new SubscriptionDelivery("s1", 110, 0, 0, 0, 0, 0, 0, 0, 0, 85));
    }
}
