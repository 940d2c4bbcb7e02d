package dev.assay.systems.pulsar.driver;

import dev.assay.driver.MessageListener;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages from one consumer, delivers and acknowledges them one by one. While paused it takes none, and the client
 * asks brokers for no more once its receiver queue is full.
 */
final class ReceiveLoop implements Runnable {
    private static final int POLL_MILLIS = 100;
    private static final Comparator<MessageIdAdv> POSITION = Comparator.comparingLong(MessageIdAdv::getLedgerId)
            .thenComparingLong(MessageIdAdv::getEntryId)
            .thenComparingInt(MessageIdAdv::getBatchIndex);

    private final Consumer<byte[]> consumer;
    private final MessageListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final BiConsumer<@Nullable Void, @Nullable Throwable> acknowledged = this::acknowledged;
    private volatile boolean paused;
    private volatile boolean stopping;

    /** The last message of each partition that was delivered. */
    private final AtomicReferenceArray<@Nullable MessageIdAdv> delivered;

    ReceiveLoop(Consumer<byte[]> consumer, int partitions, MessageListener listener) {
        this.delivered = new AtomicReferenceArray<>(partitions);
        this.consumer = consumer;
        this.listener = listener;
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                awaitResumed();
                Message<byte[]> message = consumer.receive(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (message != null) {
                    deliver(message);
                }
            }
        } catch (PulsarClientException | RuntimeException | Error e) {
            report(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            report(e);
        }
    }

    /** What was taken when a pause or the end came is left to the client, which gives it back when it is closed. */
    private void deliver(Message<byte[]> message) throws InterruptedException {
        awaitResumed();
        if (stopping) {
            return;
        }
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

    /** Whether the message that is the last of its partition was delivered, or there is none. */
    boolean hasDelivered(MessageIdAdv last) {
        if (last.getEntryId() < 0) {
            return true;
        }
        MessageIdAdv own = delivered.get(partition(last));
        return own != null && POSITION.compare(own, last) >= 0;
    }

    void wantPaused(boolean wanted) {
        lock.lock();
        try {
            paused = wanted;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the loop after the message that is being delivered. */
    void stop() {
        lock.lock();
        try {
            stopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitResumed() throws InterruptedException {
        if (!paused) {
            return;
        }
        lock.lock();
        try {
            while (paused && !stopping) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void acknowledged(@Nullable Void nothing, @Nullable Throwable failure) {
        if (failure != null) {
            report(failure);
        }
    }

    private void report(Throwable cause) {
        if (!stopping) {
            listener.onError(PulsarFailures.failed(
                    "consuming " + consumer.getTopic() + " for " + consumer.getSubscription(), cause));
        }
    }
}
