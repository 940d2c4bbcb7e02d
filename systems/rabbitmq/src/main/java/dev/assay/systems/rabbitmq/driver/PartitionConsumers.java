package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Holds the consumers of one subscriber, one for each partition, on one connection at a time. Opened and maintained by one thread; others
 * may ask.
 */
final class PartitionConsumers {
    private static final int CLOSE_MILLIS = 2_000;

    /** The time for which a node that has just come back may refuse access. */
    private static final Duration REFUSED_LIMIT = Duration.ofSeconds(60);

    private final String name;
    private final List<PartitionConsumer.Source> sources;
    private final Network network;
    private final List<@Nullable PartitionConsumer> consumers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Connection connection;
    private volatile int live;
    private volatile boolean closed;
    private volatile String failure = "";
    private boolean refused;
    private long refusedSinceNanos;

    interface Network {
        Connection connect() throws DriverException;

        PartitionConsumer consumer(Connection connection, PartitionConsumer.Source source) throws IOException;
    }

    PartitionConsumers(String name, List<PartitionConsumer.Source> sources, Network network) {
        this.name = name;
        this.sources = sources;
        this.network = network;
        sources.forEach(source -> consumers.add(null));
    }

    int live() {
        return live;
    }

    /**
     * Opens whatever is not open: the connection, and the consumer of each partition.
     *
     * @throws DriverException when something could not be opened; the rest is
     */
    void open() throws DriverException {
        Connection current = connected();
        DriverException failure = null;
        for (int partition = 0; partition < consumers.size() && !closed; partition++) {
            PartitionConsumer consumer = consumers.get(partition);
            if (consumer == null || !consumer.isLive()) {
                try {
                    if (consumer != null) {
                        consumer.abandon();
                    }
                    consumers.set(partition, network.consumer(current, sources.get(partition)));
                } catch (IOException | ShutdownSignalException e) {
                    failure = RabbitMqFailures.failed("consuming " + name, e);
                }
            }
        }
        countLive();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Opens again what a failing node has ended. Nodes that are down are tried for as long as they are down, which may be minutes: the
     * trial decides when to stop waiting.
     *
     * @throws DriverException when the server has refused it for {@link #REFUSED_LIMIT}
     */
    void reopen(long nanoTime) throws DriverException {
        if (isWhole()) {
            refused = false;
            return;
        }
        try {
            open();
            refused = false;
            failure = "";
        } catch (DriverException e) {
            failure = ": " + e.getMessage();
            if (!RabbitMqFailures.isRefusal(e)) {
                refused = false;
                return;
            }
            if (!refused) {
                refused = true;
                refusedSinceNanos = nanoTime;
            }
            if (nanoTime - refusedSinceNanos > REFUSED_LIMIT.toNanos()) {
                throw e;
            }
        }
    }

    private Connection connected() throws DriverException {
        Connection current = connection;
        if (current != null && current.isOpen()) {
            return current;
        }
        consumers.replaceAll(consumer -> null);
        countLive();
        Connection fresh = network.connect();
        connection = fresh;
        if (closed) {
            fresh.abort(CLOSE_MILLIS);
        }
        return fresh;
    }

    private void countLive() {
        live = (int) consumers.stream()
                .filter(consumer -> consumer != null && consumer.isLive())
                .count();
    }

    /** Returns whether all partitions are being consumed from. */
    boolean isWhole() {
        Connection current = connection;
        countLive();
        return live == sources.size() && current != null && current.isOpen();
    }

    /**
     * Returns whether each queue's consumer here has been given everything in the queue.
     *
     * @throws DriverException when a queue is not consumed from, or does not answer
     */
    boolean areAtEnd() throws DriverException {
        if (!isWhole()) {
            throw new DriverException(
                    live + " of " + sources.size() + " queues are consumed from for " + name + failure);
        }
        for (PartitionConsumer consumer : opened()) {
            try {
                if (!consumer.isAtEnd()) {
                    return false;
                }
            } catch (IOException | ShutdownSignalException e) {
                throw RabbitMqFailures.failed("asking for what is left for " + name, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException("asking for what is left for " + name + " was interrupted", e);
            }
        }
        return true;
    }

    void acknowledge() {
        opened().forEach(PartitionConsumer::acknowledge);
    }

    /** Stops deliveries and waits for those under way. */
    void cancel(long limitMillis) throws InterruptedException {
        for (PartitionConsumer consumer : opened()) {
            consumer.cancel(limitMillis);
        }
    }

    /** Closes the connection; nothing can be opened afterwards. */
    void close() {
        closed = true;
        Connection current = connection;
        if (current != null) {
            current.abort(CLOSE_MILLIS);
        }
        live = 0;
    }

    private List<PartitionConsumer> opened() {
        return consumers.stream().filter(Objects::nonNull).toList();
    }
}
