package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.PendingSend;
import dev.assay.model.failure.FailureClass;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Publishes on one channel of a producer, and holds the messages on it that are not confirmed. */
final class ProducerChannel implements ConfirmListener {
    /** The limit of a confirm, as long as Pulsar's and the stream client's default. */
    static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);

    private final String exchange;
    private final MessageProperties properties;
    private final Channel channel;
    private final ConfirmWindow window;
    private final Consumer<ShutdownSignalException> lost;

    private ProducerChannel(
            String exchange,
            MessageProperties properties,
            Channel channel,
            ConfirmWindow window,
            Consumer<ShutdownSignalException> lost) {
        this.exchange = exchange;
        this.properties = properties;
        this.channel = channel;
        this.window = window;
        this.lost = lost;
    }

    /**
     * Makes a channel ready for publishing.
     *
     * @param target where messages go, and their properties
     * @param unconfirmed most messages without a confirm
     * @param lost called before messages under way fail because the channel has ended
     */
    static ProducerChannel on(
            Connection connection,
            ProducerConnection.Target target,
            int unconfirmed,
            Consumer<ShutdownSignalException> lost)
            throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the connection has no channel left for " + target.exchange()
                    + "; raise channel_max of the server or lower workload.partitions");
        }
        ProducerChannel producerChannel = new ProducerChannel(
                target.exchange(), target.properties(), channel, new ConfirmWindow(unconfirmed), lost);
        channel.addShutdownListener(producerChannel::lost);
        channel.addConfirmListener(producerChannel);
        channel.addReturnListener(producerChannel::returned);
        channel.confirmSelect();
        return producerChannel;
    }

    /**
     * Publishes one message; waits while too many are not confirmed. The outcome is reported in any case but one.
     *
     * @return false when the channel was lost before the message could be tried: nothing is reported then
     */
    boolean publish(String routingKey, byte[] payload, PendingSend pendingSend) {
        long number = channel.getNextPublishSeqNo();
        if (!window.enter(number, pendingSend)) {
            return false;
        }
        try {
            // The client writes the payload to its socket before it returns, so nothing is copied here.
            channel.basicPublish(exchange, routingKey, true, properties.of(number), payload);
        } catch (IOException | RuntimeException e) {
            window.withdraw(number, pendingSend, RabbitMqFailures.ofMessages(exchange, e));
        }
        return true;
    }

    @Override
    public void handleAck(long deliveryTag, boolean multiple) {
        window.confirmed(deliveryTag, multiple);
    }

    @Override
    public void handleNack(long deliveryTag, boolean multiple) {
        window.refused(
                deliveryTag,
                multiple,
                DriverException.ofMessage(
                        FailureClass.NACKED, "basic.nack", "the queue has refused the message (basic.nack)", null));
    }

    /** Reports a message without a queue; its acknowledgement, which comes afterwards, then finds the outcome reported. */
    private void returned(Return unroutable) {
        long number = MessageProperties.numberOf(unroutable.getProperties());
        window.refused(
                number,
                false,
                DriverException.ofMessage(
                        FailureClass.REFUSED,
                        String.valueOf(unroutable.getReplyCode()),
                        "no queue accepts the message: exchange " + unroutable.getExchange()
                                + " returned it for routing key " + unroutable.getRoutingKey() + " with "
                                + unroutable.getReplyText(),
                        null));
    }

    /** Fails messages without an outcome for too long. */
    void expire() {
        window.expire(
                CONFIRM_LIMIT.toNanos(),
                DriverException.ofMessage(
                        FailureClass.TIMED_OUT,
                        "no confirm",
                        "the server has not confirmed the message within " + CONFIRM_LIMIT.toSeconds()
                                + " s; whether it has it is unknown",
                        null));
    }

    private void lost(ShutdownSignalException signal) {
        lost.accept(signal);
        window.end(RabbitMqFailures.ofMessages(exchange, signal));
    }

    ConfirmWindow window() {
        return window;
    }

    /** Returns whether every message has its outcome. */
    boolean isIdle() {
        return window.isEmpty();
    }

    void end() {
        window.end(DriverException.producerClosed("the producer was closed before the message had an outcome"));
    }
}
