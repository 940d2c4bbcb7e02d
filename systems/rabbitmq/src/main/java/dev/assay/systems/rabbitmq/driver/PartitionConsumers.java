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

/** The consumers of one subscriber, one for each partition, on one connection at a time. Opened and maintained by one thread; others may ask. */
final class PartitionConsumers {
    private static final int CLOSE_MILLIS = 2_000;

    /** A node that has just come back may refuse what it has for a while. */
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

    /** How connections and feeds on them are opened. */
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

    /** Partitions that are being consumed from. */
    int live() {
        return live;
    }

    /**
     * Opens what is not open: the connection, and the feed of each partition.
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
     * Opens again what a failing node has ended. What is down is tried for as long as it is down, which may be minutes: when to stop
     * waiting is for the trial to say.
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

    /** Whether all partitions are being consumed from. */
    boolean isWhole() {
        Connection current = connection;
        countLive();
        return live == sources.size() && current != null && current.isOpen();
    }

    /**
     * Whether each queue's consumer here has been given everything that the queue holds.
     *
     * @throws DriverException when one of them is not consumed from, or does not answer
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

    /** Asks for no more and waits until all that was under way has been delivered. */
    void cancel(long limitMillis) throws InterruptedException {
        for (PartitionConsumer consumer : opened()) {
            consumer.cancel(limitMillis);
        }
    }

    /** Closes the connection; nothing is opened from here on. */
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
