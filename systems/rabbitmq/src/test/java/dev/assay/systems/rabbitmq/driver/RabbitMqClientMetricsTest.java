package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class RabbitMqClientMetricsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void aConnectionIsHeldBackFromTheFirstReasonUntilItIsSaidToBeOver() {
        HeldBack heldBack = new HeldBack();
        assertThat(heldBack.totalNanos(5)).isZero();
        heldBack.blocked(10);
        heldBack.blocked(15);
        assertThat(heldBack.totalNanos(30)).as("still").isEqualTo(20);
        heldBack.unblocked(40);
        assertThat(heldBack.totalNanos(100)).isEqualTo(30);
        heldBack.unblocked(110);
        heldBack.blocked(120);
        assertThat(heldBack.totalNanos(125)).isEqualTo(35);
    }

    @Test
    void whyItIsHeldBackIsSaidInTheWordsOfTheServer() {
        HeldBack heldBack = new HeldBack();
        assertThat(heldBack.reason()).isEmpty();
        heldBack.handleBlocked("low on disk");
        assertThat(heldBack.reason()).contains("low on disk");
        heldBack.handleUnblocked();
        assertThat(heldBack.reason()).isEmpty();
    }

    @Test
    void framesOfAllProducersAreCountedTogetherAndThoseOfConsumersApart() {
        FrameCounts one = new FrameCounts();
        FrameCounts other = new FrameCounts();
        ClientMetricsSources clients = new ClientMetricsSources();
        clients.add((sums, _) -> one.tellPublished(sums));
        clients.add((sums, _) -> other.tellPublished(sums));
        clients.add((sums, _) -> one.tellDelivered(sums));
        one.publish(1000);
        assertThat(clients.next(0)).isEmpty();

        one.publish(90);
        one.publish(10);
        other.publish(1);
        other.publish(1);
        one.chunk(64);
        List<Sample> samples = clients.next(2 * SECOND);

        assertThat(samples)
                .containsExactlyInAnyOrder(
                        Metrics.CLIENT_BATCH_MESSAGES.of(25.5),
                        Metrics.CLIENT_BATCHES.of(2),
                        Metrics.CLIENT_FETCH_MESSAGES.of(64));
    }
}
