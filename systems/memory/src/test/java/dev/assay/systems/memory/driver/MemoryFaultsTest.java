package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.systems.memory.LatencyLaw;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MemoryFaultsTest {
    private final List<Integer> delivered = new ArrayList<>();
    private final List<Integer> withheld = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();

    private final PendingSend.Listener listener = new PendingSend.Listener() {
        @Override
        public void onAcked(PendingSend pendingSend) {
            outcomes.add("acked");
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            outcomes.add("failed");
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            outcomes.add("violation");
        }
    };

    /** Sends messages 0 to n - 1 through one array, as the engine does. */
    private void send(MemoryFaults faults, int messages) throws Exception {
        DeliveryOrder.Delivery delivery = faults.delivery(
                1,
                (partition, payload) -> delivered.add((int) payload[0]),
                (partition, payload) -> withheld.add((int) payload[0]));
        try (DriverProducer producer = faults.producer(new ImmediateProducer(1, delivery))) {
            byte[] payload = new byte[1];
            for (int message = 0; message < messages; message++) {
                payload[0] = (byte) message;
                PendingSend pending = producer.newPendingSend(listener);
                pending.arm(message, 0, 0);
                producer.send(payload, null, pending);
            }
        }
    }

    @Test
    void oneOfSoManyIsAcknowledgedAndNeverDelivered() throws Exception {
        send(new MemoryFaults(4, 0, 0, 0, 0, 0, 0), 8);
        assertThat(delivered).containsExactly(0, 1, 3, 4, 5, 7);
        assertThat(outcomes).hasSize(8).containsOnly("acked");
    }

    @Test
    void oneOfSoManyIsAcknowledgedAndStoredButNotDelivered() throws Exception {
        send(new MemoryFaults(0, 4, 0, 0, 0, 0, 0), 8);
        assertThat(delivered).containsExactly(0, 1, 3, 4, 5, 7);
        assertThat(withheld).containsExactly(2, 6);
        assertThat(outcomes).hasSize(8).containsOnly("acked");
    }

    @Test
    void oneOfSoManyIsDeliveredTwice() throws Exception {
        send(new MemoryFaults(0, 0, 4, 0, 0, 0, 0), 8);
        assertThat(delivered).containsExactly(0, 1, 2, 2, 3, 4, 5, 6, 6, 7);
    }

    @Test
    void oneOfSoManyIsDeliveredAfterTheNext() throws Exception {
        send(new MemoryFaults(0, 0, 0, 4, 0, 0, 0), 8);
        assertThat(delivered).containsExactly(0, 1, 3, 2, 4, 5, 7, 6);
    }

    @Test
    void whatNothingComesAfterIsDeliveredAtTheEnd() throws Exception {
        send(new MemoryFaults(0, 0, 0, 4, 0, 0, 0), 3);
        assertThat(delivered).containsExactly(0, 1, 2);
    }

    @Test
    void oneOfSoManyIsRefused() throws Exception {
        send(new MemoryFaults(0, 0, 0, 0, 4, 0, 0), 8);
        assertThat(delivered).containsExactly(0, 1, 3, 4, 5, 7);
        assertThat(outcomes).containsExactly("acked", "acked", "failed", "acked", "acked", "acked", "failed", "acked");
    }

    @Test
    void theMeanMovesAtAConstantSpeedAndStaysWhereItGoes() {
        LatencySource drifting =
                new LatencySource(LatencyLaw.CONSTANT, 2_000, 0, 0, new LatencySource.Drift(8_000, 12_000));

        assertThat(List.of(0L, 6_000L, 12_000L, 50_000L).stream().map(sent -> drifting.completionNanos(0, sent) - sent))
                .containsExactly(2_000L, 5_000L, 8_000L, 8_000L);
    }

    @Test
    void aDecayIsOverByAFactorOfEInItsTimeConstant() {
        LatencySource.Decay decay = new LatencySource.Decay(11, 20_000, 0);

        assertThat(decay.factor(0)).isEqualTo(11);
        assertThat(decay.factor(20_000)).isCloseTo(1 + 10 / Math.E, within(1e-9));
        assertThat(decay.factor(1_000_000)).isCloseTo(1, within(1e-9));
        assertThat(new LatencySource(LatencyLaw.CONSTANT, 500, 0, 0, LatencySource.Drift.NONE, decay, 0)
                        .completionNanos(0, 0))
                .isEqualTo(5_500);
    }

    /** Takes 2000 seconds, and allows 4 standard errors of a deviation and of a correlation. */
    @Test
    void noiseIsThatOfTheSecondAndResemblesItsNeighbour() {
        LatencySource.Decay decay = new LatencySource.Decay(1, 0, 30);
        double[] noise = LongStream.range(0, 2000)
                .mapToDouble(second -> Math.log(decay.factor(second * 1_000_000_000 + 7)))
                .toArray();
        double square = 0;
        double product = 0;
        for (int i = 1; i < noise.length; i++) {
            square += noise[i] * noise[i] / (noise.length - 1);
            product += noise[i] * noise[i - 1] / (noise.length - 1);
        }

        assertThat(Math.sqrt(square)).isCloseTo(0.3, within(0.022));
        assertThat(product / square).isCloseTo(0.3, within(0.09));
        assertThat(decay.factor(5_000_000_000L)).isEqualTo(decay.factor(5_999_999_999L));
    }

    @Test
    void aPartitionWithoutALeaderAcknowledgesAndGivesNothing() throws Exception {
        send(new MemoryFaults(0, 0, 0, 0, 0, 1, 0), 4);
        assertThat(delivered).isEmpty();
        assertThat(outcomes).hasSize(4).containsOnly("acked");
    }
}
