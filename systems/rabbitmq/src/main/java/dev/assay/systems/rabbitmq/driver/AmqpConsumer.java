package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Connection;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Consumes one topic for one subscription, with a connection and a thread for deliveries of its own. A second thread sends acknowledgements
 * that have been gathered for a while, and opens again what a failing node has ended.
 */
final class AmqpConsumer implements DriverConsumer {
    static final Duration ACKNOWLEDGE_EVERY = Duration.ofMillis(100);

    private static final long LAST_DELIVERIES_MILLIS = 5_000;

    private final String name;
    private final RabbitMqSettings settings;
    private final MessageListener listener;
    private final DeliveryGate gate = new DeliveryGate();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService deliveries;
    private final PartitionConsumers consumers;
    private final Thread tender;

    AmqpConsumer(
            Connections connections,
            String name,
            List<PartitionConsumer.Source> sources,
            RabbitMqSettings settings,
            MessageListener listener) {
        this.name = name;
        this.settings = settings;
        this.listener = listener;
        this.deliveries = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("rabbitmq-consumer").factory());
        this.consumers = new PartitionConsumers(name, sources, new OwnNetwork(connections));
        this.tender =
                Thread.ofPlatform().daemon().name("rabbitmq-tender " + name).unstarted(this::tend);
    }

    /** Connects to one node after the other, each time with this consumer's thread for deliveries. */
    private final class OwnNetwork implements PartitionConsumers.Network {
        private final Connections connections;
        private final PartitionConsumer.Target target = new PartitionConsumer.Target(gate, listener);
        private int node;

        OwnNetwork(Connections connections) {
            this.connections = connections;
            this.node = connections.nextNode();
        }

        @Override
        public Connection connect() throws DriverException {
            return connections.open("consumer", node++, deliveries);
        }

        @Override
        public PartitionConsumer consumer(Connection connection, PartitionConsumer.Source source) throws IOException {
            return PartitionConsumer.on(connection, source, target, settings);
        }
    }

    /** Begins to consume; apart from the constructor, so that other threads see no half-made object. */
    AmqpConsumer start() throws DriverException {
        try {
            consumers.open();
        } catch (DriverException | RuntimeException e) {
            consumers.close();
            deliveries.shutdownNow();
            throw e;
        }
        tender.start();
        return this;
    }

    private void tend() {
        try {
            while (!closing.await(ACKNOWLEDGE_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                consumers.acknowledge();
                consumers.reopen(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (DriverException | RuntimeException | Error e) {
            if (!gate.isStopped()) {
                listener.onError(e);
            }
        }
    }

    @Override
    public boolean atEnd() throws DriverException {
        return consumers.areAtEnd();
    }

    @Override
    public int assignedPartitions() {
        return consumers.live();
    }

    /** Returns true: consumers of one queue take turns. */
    @Override
    public boolean sharesPartitions() {
        return true;
    }

    @Override
    public void pause() {
        gate.pause();
    }

    @Override
    public void resume() {
        gate.resume();
    }

    /** Acknowledges delivered messages; those under way go back to the queue. */
    @Override
    public void close() throws DriverException {
        closing.countDown();
        try {
            if (settings.automatic() && !gate.isStopped()) {
                // The server has forgotten messages under way, so they are still delivered.
                gate.resume();
                consumers.cancel(LAST_DELIVERIES_MILLIS);
            }
            gate.stop(name);
            consumers.acknowledge();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing the consumer of " + name + " was interrupted", e);
        } finally {
            consumers.close();
            deliveries.shutdownNow();
        }
    }
}
