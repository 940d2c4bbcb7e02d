package dev.assay.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The feeds of one consumer, one for each partition, on one connection at a time. Opened and tended by one thread. */
final class Feeds {
    private static final int CLOSE_MILLIS = 2_000;
    private static final long ASK_AGAIN_NANOS = 100_000_000;

    private final String name;
    private final List<PartitionFeed.Source> sources;
    private final Network network;
    private final List<@Nullable PartitionFeed> feeds = new ArrayList<>();
    private volatile @Nullable Connection connection;
    private volatile int live;
    private volatile boolean closed;

    /** How connections and feeds on them are opened. */
    interface Network {
        Connection connect() throws DriverException;

        PartitionFeed feed(Connection connection, PartitionFeed.Source source) throws IOException;
    }

    Feeds(String name, List<PartitionFeed.Source> sources, Network network) {
        this.name = name;
        this.sources = sources;
        this.network = network;
        sources.forEach(source -> feeds.add(null));
    }

    /** Partitions that are being consumed from. */
    int live() {
        return live;
    }

    /**
     * Opens everything for the first time. The server says that a stream is there before all of its replicas have come up, so
     * a node that has none of it yet is asked again.
     *
     * @throws DriverException when something could not be opened, or a replica has not come up in time
     */
    void openFirst(Duration patience) throws DriverException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                open();
                return;
            } catch (DriverException e) {
                if (!Failures.isWithoutReplica(e) || System.nanoTime() > deadline) {
                    throw e;
                }
            }
            LockSupport.parkNanos(ASK_AGAIN_NANOS);
        }
    }

    /**
     * Opens what is not open: the connection, and the feed of each partition.
     *
     * @throws DriverException when something could not be opened; the rest is
     */
    void open() throws DriverException {
        Connection current = connected();
        DriverException failure = null;
        for (int partition = 0; partition < feeds.size() && !closed; partition++) {
            PartitionFeed feed = feeds.get(partition);
            if (feed == null || !feed.isLive()) {
                try {
                    if (feed != null) {
                        feed.abandon();
                    }
                    feeds.set(partition, network.feed(current, sources.get(partition)));
                } catch (IOException | ShutdownSignalException e) {
                    failure = Failures.failed("consuming " + name, e);
                }
            }
        }
        countLive();
        if (failure != null) {
            throw failure;
        }
    }

    private Connection connected() throws DriverException {
        Connection current = connection;
        if (current != null && current.isOpen()) {
            return current;
        }
        feeds.replaceAll(feed -> null);
        countLive();
        Connection fresh = network.connect();
        connection = fresh;
        if (closed) {
            fresh.abort(CLOSE_MILLIS);
        }
        return fresh;
    }

    private void countLive() {
        live = (int)
                feeds.stream().filter(feed -> feed != null && feed.isLive()).count();
    }

    /** Whether all partitions are being consumed from. */
    boolean isWhole() {
        Connection current = connection;
        countLive();
        return live == sources.size() && current != null && current.isOpen();
    }

    void acknowledge() {
        opened().forEach(PartitionFeed::acknowledge);
    }

    /** Asks for no more and waits until all that was under way has been delivered. */
    void cancel(long limitMillis) throws InterruptedException {
        for (PartitionFeed feed : opened()) {
            feed.cancel(limitMillis);
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

    private List<PartitionFeed> opened() {
        return feeds.stream().filter(Objects::nonNull).toList();
    }
}
