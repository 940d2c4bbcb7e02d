package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Takes one queue's deliveries on a channel of their own, so that what ends one partition's channel leaves the others alone.
 * Acknowledgements are gathered: one stands for all deliveries of the channel up to it.
 */
final class PartitionConsumer extends DefaultConsumer {
    /** An acknowledgement is sent once it stands for a quarter of the prefetch, or when its time has come. */
    private static final int PARTS_OF_PREFETCH = 4;

    /** The header of a message that only shows that all before it have come. */
    private static final String END = "assay-end";

    private static final long END_MILLIS = 3_000;

    private final Source source;
    private final DeliveryGate gate;
    private final MessageListener listener;
    private final boolean automatic;
    private final int atOnce;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private int unacknowledged;
    private long lastTag;
    private volatile boolean live;
    private volatile @Nullable End awaited;

    private record End(String id, CountDownLatch reached) {}

    record Source(String queue, int partition) {}

    record Target(DeliveryGate gate, MessageListener listener) {}

    private PartitionConsumer(Channel channel, Source source, Target target, RabbitMqSettings settings) {
        super(channel);
        this.source = source;
        this.gate = target.gate();
        this.listener = target.listener();
        this.automatic = settings.automatic();
        this.atOnce = atOnce(settings.prefetch());
    }

    /** Returns the most deliveries that one acknowledgement stands for. */
    static int atOnce(int prefetch) {
        return Math.max(1, prefetch / PARTS_OF_PREFETCH);
    }

    static PartitionConsumer on(Connection connection, Source source, Target target, RabbitMqSettings settings)
            throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the connection has no channel left for " + source.queue()
                    + "; raise channel_max of the server or lower workload.partitions");
        }
        PartitionConsumer consumer = new PartitionConsumer(channel, source, target, settings);
        if (!settings.automatic()) {
            channel.basicQos(settings.prefetch());
        }
        Map<String, Object> arguments = QueueArguments.values(settings.consumer());
        consumer.live = true;
        channel.basicConsume(source.queue(), settings.automatic(), "", false, false, arguments, consumer);
        return consumer;
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
        if (!gate.enter()) {
            return;
        }
        long receivedNanos = System.nanoTime();
        try {
            if (!isEnd(properties)) {
                if (envelope.isRedeliver()) {
                    listener.onRedelivery(source.partition(), body, 0, body.length, receivedNanos);
                } else {
                    listener.onMessage(source.partition(), body, 0, body.length, receivedNanos);
                }
            }
            // It is called inside the gate, because the last acknowledgement on closing has to include this delivery.
            delivered(envelope.getDeliveryTag());
        } finally {
            gate.leave();
        }
    }

    private synchronized void delivered(long tag) {
        lastTag = tag;
        if (++unacknowledged >= atOnce) {
            acknowledge();
        }
    }

    synchronized void acknowledge() {
        if (unacknowledged > 0 && !automatic) {
            try {
                getChannel().basicAck(lastTag, true);
            } catch (IOException | RuntimeException e) {
                listener.onFailure(FailedOperation.ACKNOWLEDGE, RabbitMqFailures.failure(e));
                live = false; // The channel is gone; the queue delivers unacknowledged messages again.
            }
        }
        unacknowledged = 0;
    }

    /**
     * Returns whether everything in the queue has been delivered. An empty queue is not enough, as sent messages may be on their way, by
     * another node even: a message is put behind all others, and has to come.
     *
     * @throws IOException when the queue does not answer
     * @throws DriverException when the queue does not report its one consumer, because the node asked stands in for a leader that is gone,
     * or another consumer's messages are not back in the queue yet; or when it does not accept the message
     */
    boolean isAtEnd() throws IOException, DriverException, InterruptedException {
        AMQP.Queue.DeclareOk queue = getChannel().queueDeclarePassive(source.queue());
        if (queue.getConsumerCount() != 1) {
            throw new DriverException("the queue " + source.queue() + " reports " + queue.getConsumerCount()
                    + " consumers, but there is one: it has no leader, or is not done with others");
        }
        if (queue.getMessageCount() > 0) {
            return false;
        }
        End end = new End(UUID.randomUUID().toString(), new CountDownLatch(1));
        awaited = end;
        putBehindAll(end.id);
        return end.reached.await(END_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Publishes on a channel of its own, which is lost where the user may not publish. */
    private void putBehindAll(String id) throws IOException, DriverException, InterruptedException {
        AMQP.BasicProperties properties =
                new AMQP.BasicProperties.Builder().headers(Map.of(END, id)).build();
        try (Channel channel = getChannel().getConnection().createChannel()) {
            if (channel == null) {
                throw new IOException("the connection has no channel left for " + source.queue());
            }
            channel.confirmSelect();
            channel.basicPublish("", source.queue(), properties, new byte[0]);
            if (!channel.waitForConfirms(END_MILLIS)) {
                throw new DriverException("the queue " + source.queue() + " refused a message behind all others");
            }
        } catch (TimeoutException e) {
            throw new DriverException(
                    "the queue " + source.queue() + " did not confirm a message behind all others within " + END_MILLIS
                            + " ms",
                    e);
        }
    }

    private boolean isEnd(AMQP.BasicProperties properties) {
        Object id =
                properties.getHeaders() == null ? null : properties.getHeaders().get(END);
        if (id == null) {
            return false;
        }
        End end = awaited;
        if (end != null && end.id.equals(id.toString())) {
            end.reached.countDown();
        }
        return true;
    }

    boolean isLive() {
        return live;
    }

    /** Reports that the queue, or the node that leads it, has gone. */
    @Override
    public void handleCancel(String consumerTag) {
        listener.onFailure(
                FailedOperation.RECEIVE,
                new Failure(
                        FailureClass.CANCELLED,
                        "basic.cancel",
                        "the server no longer delivers from " + source.queue()));
        live = false;
    }

    @Override
    public void handleCancelOk(String consumerTag) {
        cancelled.countDown();
    }

    @Override
    public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
        if (!signal.isInitiatedByApplication()) {
            listener.onFailure(FailedOperation.RECEIVE, RabbitMqFailures.failure(signal));
        }
        live = false;
        cancelled.countDown();
    }

    /** Stops deliveries and waits for those under way. */
    void cancel(long limitMillis) throws InterruptedException {
        try {
            getChannel().basicCancel(getConsumerTag());
            if (!cancelled.await(limitMillis, TimeUnit.MILLISECONDS)) {
                live = false;
            }
        } catch (IOException | RuntimeException _) {
            live = false;
        }
    }

    /** Closes the channel, ignoring errors. */
    void abandon() {
        try {
            getChannel().abort();
        } catch (IOException | RuntimeException _) {
            live = false;
        }
    }
}
