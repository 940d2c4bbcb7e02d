package dev.assay.driver.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Metrics;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Checks that the counts of several clients are added up before anything is divided. */
class ClientMetricsSourcesTest {
    private static final long SECOND = 1_000_000_000;

    private final ClientMetricsSources clients = new ClientMetricsSources();

    /** Has counters that the test sets. */
    private static final class Counting implements ClientMetricsSources.ClientMetricsSource {
        private final CounterDelta messageGrowth = new CounterDelta();
        private final CounterDelta batchGrowth = new CounterDelta();
        private double messages;
        private double batches;
        private double free;

        void now(double messagesSoFar, double batchesSoFar, double freeBytes) {
            messages = messagesSoFar;
            batches = batchesSoFar;
            free = freeBytes;
        }

        @Override
        public void tell(ClientSums sums, long nanoTime) {
            OptionalDouble sent = messageGrowth.since(messages);
            OptionalDouble batched = batchGrowth.since(batches);
            if (sent.isPresent() && batched.isPresent()) {
                sums.mean(Metrics.CLIENT_BATCH_MESSAGES, sent.getAsDouble(), batched.getAsDouble());
                sums.perSecond(Metrics.CLIENT_BATCHES, batched.getAsDouble());
            }
            sums.add(Metrics.CLIENT_PENDING, messages - batches);
            sums.min(Metrics.CLIENT_BUFFER_AVAILABLE, free);
        }
    }

    /** One client has a few batches of 100, the other has batches of 1. The mean of their means would be 50.5. */
    @Test
    void aMeanOfSeveralClientsIsThatOfAllTheirBatches() {
        Counting few = new Counting();
        Counting many = new Counting();
        clients.add(few);
        clients.add(many);
        few.now(5_000, 50, 1);
        many.now(7, 7, 2);
        assertThat(clients.next(3 * SECOND)).isEmpty();

        few.now(5_200, 52, 300);
        many.now(205, 205, 200);
        assertThat(clients.next(5 * SECOND))
                .containsExactlyInAnyOrder(
                        Metrics.CLIENT_BATCH_MESSAGES.of(398.0 / 200),
                        Metrics.CLIENT_BATCHES.of(100),
                        Metrics.CLIENT_PENDING.of(5_148),
                        Metrics.CLIENT_BUFFER_AVAILABLE.of(200));
    }

    @Test
    void aClientThatComesLaterCountsFromItsSecondAnswerOn() {
        Counting first = new Counting();
        Counting later = new Counting();
        clients.add(first);
        clients.next(0);
        clients.add(later);
        first.now(30, 10, 1);
        later.now(1_000_000, 1, 1);
        assertThat(clients.next(SECOND)).contains(Metrics.CLIENT_BATCH_MESSAGES.of(3), Metrics.CLIENT_BATCHES.of(10));

        first.now(60, 20, 1);
        later.now(1_000_010, 11, 1);
        assertThat(clients.next(2 * SECOND))
                .contains(Metrics.CLIENT_BATCH_MESSAGES.of(2), Metrics.CLIENT_BATCHES.of(20));
    }

    @Test
    void whatCannotBeIsLeftOut() {
        ClientSums sums = new ClientSums(1);
        sums.mean(Metrics.CLIENT_QUEUE, Double.NaN, 3);
        sums.mean(Metrics.CLIENT_QUEUE, 3, 0);
        sums.add(Metrics.CLIENT_PENDING, -1);
        sums.min(Metrics.CLIENT_BUFFER_AVAILABLE, Double.POSITIVE_INFINITY);
        assertThat(sums.samples()).isEmpty();

        CounterDelta growth = new CounterDelta();
        assertThat(growth.since(5)).isEmpty();
        assertThat(growth.since(7)).hasValue(2);
        assertThat(growth.since(1)).as("a counter that began anew").isEmpty();
        assertThat(growth.since(1)).hasValue(0);
    }
}
