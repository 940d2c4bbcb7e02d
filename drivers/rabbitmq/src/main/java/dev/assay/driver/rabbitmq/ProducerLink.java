package dev.assay.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.SendTicket;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** One connection of a producer, with one channel and the messages on it that are not confirmed. */
final class ProducerLink implements ConfirmListener {
    private static final int CLOSE_MILLIS = 2_000;

    private final String exchange;
    private final MessageProperties properties;
    private final Connection connection;
    private final Channel channel;
    private final ConfirmWindow window;

    private ProducerLink(String exchange, MessageProperties properties, Connection connection, int window)
            throws IOException {
        this.exchange = exchange;
        this.properties = properties;
        this.connection = connection;
        this.channel = connection.createChannel();
        this.window = new ConfirmWindow(window);
    }

    /**
     * Makes a connection ready for publishing; closes it when that fails.
     *
     * @param window most messages without a confirm
     */
    static ProducerLink on(Connection connection, String exchange, MessageProperties properties, int window)
            throws IOException {
        try {
            ProducerLink link = new ProducerLink(exchange, properties, connection, window);
            link.begin();
            return link;
        } catch (IOException | RuntimeException e) {
            connection.abort(CLOSE_MILLIS);
            throw e;
        }
    }

    private void begin() throws IOException {
        channel.addShutdownListener(this::lost);
        channel.addConfirmListener(this);
        channel.addReturnListener(this::returned);
        channel.confirmSelect();
    }

    /** Whether it can be published on. */
    boolean isOpen() {
        return window.whyEnded() == null;
    }

    /**
     * Publishes one message; waits while too many are not confirmed. The ticket is told the outcome, whatever happens.
     *
     * @return false when the connection was lost before the message could be tried: the ticket is untouched then
     */
    boolean publish(String routingKey, byte[] payload, SendTicket ticket) {
        long number = channel.getNextPublishSeqNo();
        if (!window.enter(number, ticket)) {
            return false;
        }
        try {
            // The client writes the payload to its socket before it returns, so nothing is copied here.
            channel.basicPublish(exchange, routingKey, true, properties.of(number), payload);
        } catch (IOException | RuntimeException e) {
            window.withdraw(number, ticket, Failures.failed("publishing to " + exchange, e));
        }
        return true;
    }

    @Override
    public void handleAck(long deliveryTag, boolean multiple) {
        window.confirmed(deliveryTag, multiple);
    }

    @Override
    public void handleNack(long deliveryTag, boolean multiple) {
        window.refused(deliveryTag, multiple, new DriverException("the queue has refused the message (basic.nack)"));
    }

    /** Comes before the acknowledgement of the same message, which then finds the outcome told. */
    private void returned(Return unroutable) {
        long number = MessageProperties.numberOf(unroutable.getProperties());
        window.refused(
                number,
                false,
                new DriverException("no queue takes the message: exchange " + unroutable.getExchange()
                        + " has returned it from routing key " + unroutable.getRoutingKey() + " with "
                        + unroutable.getReplyText()));
    }

    private void lost(ShutdownSignalException signal) {
        window.end(Failures.failed("publishing to " + exchange, signal));
        if (!signal.isHardError()) {
            // Only the channel is gone; a new one comes with a new connection.
            Thread.ofVirtual().start(() -> connection.abort(CLOSE_MILLIS));
        }
    }

    /** Waits for outcomes, then closes the connection; what has no outcome by then fails. */
    void close(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (isOpen() && !window.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        connection.abort(AMQP.REPLY_SUCCESS, "closed", CLOSE_MILLIS);
        window.end(new DriverException("the producer was closed before the message had an outcome"));
    }
}
