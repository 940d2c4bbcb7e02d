package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.figure.ClientSums;
import dev.assay.driver.figure.Growth;
import dev.assay.driver.figure.TellingClients.TellingClient;
import dev.assay.model.metric.Metrics;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the driver knows of a producer over AMQP; the client itself has neither batches nor a buffer. */
final class AmqpFigures implements TellingClient {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<ProducerConnection> current;
    private @Nullable ProducerConnection known;
    private Growth waited = new Growth();
    private Growth heldBack = new Growth();

    /** @param current the connection that the producer has by then */
    AmqpFigures(Supplier<ProducerConnection> current) {
        this.current = current;
    }

    /** A connection that takes the place of another one counts from its second answer on. */
    @Override
    public void tell(ClientSums sums, long nanoTime) {
        ProducerConnection connection = current.get();
        if (connection != known) {
            known = connection;
            waited = new Growth();
            heldBack = new Growth();
        }
        sums.add(Metrics.CLIENT_PENDING, connection.unconfirmed());
        waited.since((double) connection.waitedNanos())
                .ifPresent(nanos -> sums.mean(Metrics.CLIENT_BUFFER_WAIT, nanos / NANOS_PER_SECOND, sums.seconds()));
        heldBack.since((double) connection.heldBackNanos(nanoTime))
                .ifPresent(nanos -> sums.mean(Metrics.CLIENT_HELD_BACK, nanos / NANOS_PER_SECOND, sums.seconds()));
    }
}
