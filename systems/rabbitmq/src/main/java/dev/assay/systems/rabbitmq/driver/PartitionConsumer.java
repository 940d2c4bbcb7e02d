package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One queue's deliveries on a channel of their own, so that what ends one partition's channel leaves the others alone.
 * Acknowledgements are gathered: one stands for all deliveries of the channel up to it.
 */
final class PartitionConsumer extends DefaultConsumer {
    /** An acknowledgement goes out once it stands for a quarter of the prefetch, or when the time comes. */
    private static final int PARTS_OF_PREFETCH = 4;

    private final Source source;
    private final DeliveryGate gate;
    private final MessageListener listener;
    private final boolean automatic;
    private final int atOnce;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private int unacknowledged;
    private long lastTag;
    private volatile boolean live;

    /** Where deliveries come from. */
    record Source(String queue, int partition) {}

    /**
     * Where deliveries go.
     *
     * @param gate what each of them passes
     */
    record Target(DeliveryGate gate, MessageListener listener) {}

    private PartitionConsumer(Channel channel, Source source, Target target, RabbitMqSettings settings) {
        super(channel);
        this.source = source;
        this.gate = target.gate();
        this.listener = target.listener();
        this.automatic = settings.automatic();
        this.atOnce = atOnce(settings.prefetch());
    }

    /** How many deliveries one acknowledgement stands for at most. */
    static int atOnce(int prefetch) {
        return Math.max(1, prefetch / PARTS_OF_PREFETCH);
    }

    /** Begins to consume. */
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
        long receivedNanos = System.nanoTime();
        if (!gate.enter()) {
            return;
        }
        try {
            listener.onMessage(source.partition(), body, 0, body.length, receivedNanos);
            // Inside the gate, because what is acknowledged last when closing has to include it.
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

    /** Acknowledges what has been delivered and is not acknowledged yet. */
    synchronized void acknowledge() {
        if (unacknowledged > 0 && !automatic) {
            try {
                getChannel().basicAck(lastTag, true);
            } catch (IOException | RuntimeException _) {
                live = false; // The channel is gone, and the queue delivers again what it had no acknowledgement for.
            }
        }
        unacknowledged = 0;
    }

    /**
     * Whether the queue holds nothing that was not sent to this consumer. Asked on the consumer's own channel, so that what the
     * queue had sent it before the answer has come before the answer.
     *
     * @throws IOException when the queue does not answer
     * @throws DriverException when it does not know of its one consumer: the node asked stands in for a leader that is gone, or what
     *     another consumer had is not back in the queue yet
     */
    boolean isDrained() throws IOException, DriverException {
        AMQP.Queue.DeclareOk queue = getChannel().queueDeclarePassive(source.queue());
        if (queue.getConsumerCount() != 1) {
            throw new DriverException("the queue " + source.queue() + " reports " + queue.getConsumerCount()
                    + " consumers, but there is one: it has no leader, or is not done with others");
        }
        return queue.getMessageCount() == 0;
    }

    /** Whether deliveries can come. */
    boolean isLive() {
        return live;
    }

    /** The queue, or the node that leads it, has gone. */
    @Override
    public void handleCancel(String consumerTag) {
        live = false;
    }

    @Override
    public void handleCancelOk(String consumerTag) {
        cancelled.countDown();
    }

    @Override
    public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
        live = false;
        cancelled.countDown();
    }

    /** Asks for no more and waits until all that was under way has been delivered. */
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

    /** Gives the channel back. */
    void abandon() {
        try {
            getChannel().abort();
        } catch (IOException | RuntimeException _) {
            live = false;
        }
    }
}
