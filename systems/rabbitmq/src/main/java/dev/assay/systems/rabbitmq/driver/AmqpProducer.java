package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Connection;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.client.Partitioner;
import dev.assay.driver.client.RetryWindow;
import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.driver.metric.CounterDelta;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.Metrics;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Produces to one topic with a connection of its own. When that is lost, messages under way fail, for nobody knows whether the server has
 * them; the next message waits until another node has accepted a connection.
 */
final class AmqpProducer implements DriverProducer {
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(4);
    private static final Duration RECONNECT_LIMIT = Duration.ofSeconds(20);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);

    private final Connections connections;
    private final ProducerConnection.Target target;
    private final Limits limits;
    private final int partitions;
    private final Partitioner partitioner;
    private final ExecutorService deliveries = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("rabbitmq-producer").factory());
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Object linking = new Object();
    private int node;
    private volatile ProducerConnection link;
    private volatile boolean closed;

    /**
     * @param payloadBytes largest payload
     * @param unconfirmed most messages without a confirm
     */
    record Limits(long payloadBytes, int unconfirmed) {}

    AmqpProducer(Connections connections, ProducerConnection.Target target, int partitions, Limits limits)
            throws DriverException {
        this.connections = connections;
        this.target = target;
        this.limits = limits;
        this.partitions = partitions;
        this.partitioner = new Partitioner(partitions);
        this.node = connections.nextNode();
        try {
            this.link = connect();
        } catch (DriverException | RuntimeException e) {
            deliveries.shutdownNow();
            throw e;
        }
    }

    /** Starts the thread that fails messages without an outcome; apart from the constructor, so that it sees no half-made object. */
    AmqpProducer start() {
        Thread.ofPlatform()
                .daemon()
                .name("rabbitmq-tender " + target.exchange())
                .start(this::tend);
        return this;
    }

    private void tend() {
        try {
            while (!closing.await(1, TimeUnit.SECONDS)) {
                link.expire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    ClientMetricsSource metrics() {
        return new AmqpMetrics(() -> link);
    }

    /** Returns the server's reason for blocking it from publishing; empty while it does not. */
    Optional<String> blockedFor() {
        return link.blockedFor();
    }

    private ProducerConnection connect() throws DriverException {
        Connection connection = connections.open("producer", node++, deliveries);
        try {
            return ProducerConnection.on(connection, target, partitions, limits.unconfirmed());
        } catch (IOException | RuntimeException e) {
            throw RabbitMqFailures.failed("opening a producer of " + target.exchange(), e);
        }
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (payload.length > limits.payloadBytes()) {
            pendingSend.failed(DriverException.ofMessage(
                    FailureClass.TOO_LARGE,
                    "limit of the client",
                    "a message of " + payload.length + " B is larger than the clients and queues accept ("
                            + limits.payloadBytes() + " B)",
                    null));
            return;
        }
        int partition = partitioner.partitionOf(key);
        try {
            while (!linked().publish(partition, payload, pendingSend)) {
                // The connection was lost while the message waited for room; it goes to the next one.
            }
        } catch (DriverException e) {
            pendingSend.failed(e.failure().isPresent() ? e : RabbitMqFailures.ofMessages(target.exchange(), e));
        }
    }

    private ProducerConnection linked() throws DriverException {
        ProducerConnection current = link;
        if (!closed && current.isOpen()) {
            return current;
        }
        RetryWindow window = new RetryWindow(RECONNECT_LIMIT, BETWEEN_ATTEMPTS);
        while (!closed) {
            try {
                return relinked(connect());
            } catch (DriverException e) {
                if (window.isOver()) {
                    throw e;
                }
                window.pause();
            }
        }
        throw DriverException.producerClosed("the producer of " + target.exchange() + " is closed");
    }

    private ProducerConnection relinked(ProducerConnection fresh) throws DriverException {
        synchronized (linking) {
            if (!closed) {
                link = fresh;
                return fresh;
            }
        }
        fresh.close(Duration.ZERO);
        throw DriverException.producerClosed("the producer of " + target.exchange() + " is closed");
    }

    /** Does nothing, since each message is on its way when {@link #send} returns. */
    @Override
    public void flush() {}

    @Override
    public void close() {
        synchronized (linking) {
            if (closed) {
                return;
            }
            closed = true;
        }
        closing.countDown();
        link.close(CLOSE_PATIENCE);
        deliveries.shutdownNow();
    }

    /** Reports the messages without an outcome and the time spent waiting; the client itself has neither batches nor a buffer. */
    private static final class AmqpMetrics implements ClientMetricsSource {
        private static final double NANOS_PER_SECOND = 1e9;

        private final Supplier<ProducerConnection> current;
        private @Nullable ProducerConnection known;
        private CounterDelta waited = new CounterDelta();
        private CounterDelta heldBack = new CounterDelta();

        /** @param current supplies the producer's connection of the moment */
        AmqpMetrics(Supplier<ProducerConnection> current) {
            this.current = current;
        }

        /** Adds the sums; a connection that replaces another counts from its second answer on. */
        @Override
        public void tell(ClientSums sums, long nanoTime) {
            ProducerConnection connection = current.get();
            if (connection != known) {
                known = connection;
                waited = new CounterDelta();
                heldBack = new CounterDelta();
            }
            sums.add(Metrics.CLIENT_PENDING, connection.unconfirmed());
            waited.since((double) connection.waitedNanos())
                    .ifPresent(
                            nanos -> sums.mean(Metrics.CLIENT_BUFFER_WAIT, nanos / NANOS_PER_SECOND, sums.seconds()));
            heldBack.since((double) connection.heldBackNanos(nanoTime))
                    .ifPresent(nanos -> sums.mean(Metrics.CLIENT_HELD_BACK, nanos / NANOS_PER_SECOND, sums.seconds()));
        }
    }
}
