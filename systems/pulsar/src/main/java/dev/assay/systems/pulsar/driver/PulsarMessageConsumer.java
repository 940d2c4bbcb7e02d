package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.client.PollingConsumer;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.TopicMessageId;
import org.jspecify.annotations.Nullable;

/**
 * Consumes one topic in one subscription with a client of its own. Messages are delivered and acknowledged one by one. While paused it
 * takes none, and the client asks brokers for no more once its receiver queue is full.
 */
final class PulsarMessageConsumer extends PollingConsumer {
    private static final int LEAVE_SECONDS = 15;

    /**
     * The limit of asking for the last messages. The client would retry longer where a partition has no broker, but callers may ask again,
     * too.
     */
    private static final int LAST_SECONDS = 10;

    private static final Comparator<MessageIdAdv> POSITION = Comparator.comparingLong(MessageIdAdv::getLedgerId)
            .thenComparingLong(MessageIdAdv::getEntryId)
            .thenComparingInt(MessageIdAdv::getBatchIndex);

    private final String name;
    private final DedicatedClient client;
    private final Consumer<byte[]> consumer;
    private final MessageListener listener;
    private final Holding holding;
    private final BiConsumer<@Nullable Void, @Nullable Throwable> acknowledged = this::acknowledged;

    /** The last message delivered, by partition. */
    private final AtomicReferenceArray<@Nullable MessageIdAdv> delivered;

    /**
     * Describes the consumer's partitions.
     *
     * @param all partitions of its topic
     * @param partitions number of partitions it holds now
     * @param shared whether the subscription's other consumers take messages from them too
     */
    record Holding(int all, IntSupplier partitions, boolean shared) {}

    /** @param name of the topic and the subscription, for people */
    PulsarMessageConsumer(
            String name, DedicatedClient client, Consumer<byte[]> consumer, MessageListener listener, Holding holding) {
        super("pulsar-consumer", name, listener);
        this.name = name;
        this.client = client;
        this.consumer = consumer;
        this.listener = listener;
        this.holding = holding;
        this.delivered = new AtomicReferenceArray<>(holding.all());
    }

    @Override
    protected void take() throws PulsarClientException {
        Message<byte[]> message = consumer.receive((int) POLL.toMillis(), TimeUnit.MILLISECONDS);
        // Messages taken when the end came are left to the client, which gives them back when it is closed.
        if (message != null && awaitResumed()) {
            deliver(message);
        }
    }

    private void deliver(Message<byte[]> message) {
        long receivedNanos = System.nanoTime();
        byte[] value = message.getData();
        MessageIdAdv id = (MessageIdAdv) message.getMessageId();
        if (message.getRedeliveryCount() > 0) {
            listener.onRedelivery(partition(id), value, 0, value.length, receivedNanos);
        } else {
            listener.onMessage(partition(id), value, 0, value.length, receivedNanos);
        }
        delivered.lazySet(partition(id), id);
        CompletableFuture<Void> _ = consumer.acknowledgeAsync(message).whenComplete(acknowledged);
    }

    private static int partition(MessageIdAdv id) {
        return Math.max(0, id.getPartitionIndex());
    }

    private void acknowledged(@Nullable Void nothing, @Nullable Throwable failure) {
        if (failure != null) {
            reportUnlessStopping(failure);
        }
    }

    @Override
    protected boolean isWakeup(Throwable thrown) {
        return thrown instanceof PulsarClientException;
    }

    @Override
    protected DriverException failed(String doing, Throwable cause) {
        return PulsarFailures.failed(doing, cause);
    }

    @Override
    public int assignedPartitions() {
        return holding.partitions().getAsInt();
    }

    @Override
    public boolean sharesPartitions() {
        return holding.shared();
    }

    /** Asks the brokers that own the partitions for their last messages. */
    @Override
    public boolean atEnd() throws DriverException {
        List<TopicMessageId> last = PulsarFailures.await(
                consumer.getLastMessageIdsAsync(), "asking for the last messages of " + name, LAST_SECONDS);
        if (last.size() != holding.all()) {
            throw new DriverException("the last messages of " + name + " are known of " + last.size() + " of "
                    + holding.all() + " partitions");
        }
        return last.stream().allMatch(id -> hasDelivered((MessageIdAdv) id));
    }

    /** Returns whether the last message of its partition was delivered, or there is none. */
    boolean hasDelivered(MessageIdAdv last) {
        if (last.getEntryId() < 0) {
            return true;
        }
        MessageIdAdv lastDelivered = delivered.get(partition(last));
        return lastDelivered != null && POSITION.compare(lastDelivered, last) >= 0;
    }

    @Override
    public void close() throws DriverException {
        try {
            super.close();
        } finally {
            leave();
        }
    }

    private void leave() throws DriverException {
        try {
            PulsarFailures.await(consumer.closeAsync(), "closing the consumer of " + name, LEAVE_SECONDS);
        } finally {
            client.beginClosing();
        }
    }
}
