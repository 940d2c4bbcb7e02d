package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.apache.pulsar.client.api.Consumer;

/** A consumer of one topic in one subscription, with a client and a receiving thread of its own. */
final class PulsarMessageConsumer implements DriverConsumer {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration INTERRUPT_LIMIT = Duration.ofSeconds(2);

    private static final int LEAVE_SECONDS = 15;

    private final String name;
    private final DedicatedClient client;
    private final Consumer<byte[]> consumer;
    private final ReceiveLoop loop;
    private final Thread thread;
    private final Holding holding;

    /**
     * What the consumer holds.
     *
     * @param partitions how many
     * @param shared whether the subscription's other consumers take messages from them too
     */
    record Holding(IntSupplier partitions, boolean shared) {}

    /** A consumer that does not receive yet. */
    PulsarMessageConsumer(
            DedicatedClient client, Consumer<byte[]> consumer, MessageListener listener, Holding holding) {
        this.name = consumer.getTopic() + " for subscription " + consumer.getSubscription();
        this.client = client;
        this.consumer = consumer;
        this.loop = new ReceiveLoop(consumer, listener);
        this.holding = holding;
        this.thread =
                Thread.ofPlatform().daemon().name("pulsar-consumer " + name).unstarted(loop);
    }

    /** Starts receiving; apart from the constructor, so that no half-made object is seen by the thread. */
    PulsarMessageConsumer start() {
        thread.start();
        return this;
    }

    @Override
    public int assignedPartitions() {
        return holding.partitions().getAsInt();
    }

    @Override
    public boolean sharesPartitions() {
        return holding.shared();
    }

    @Override
    public void pause() {
        loop.wantPaused(true);
    }

    @Override
    public void resume() {
        loop.wantPaused(false);
    }

    @Override
    public void close() throws DriverException {
        loop.stop();
        try {
            if (Thread.currentThread() != thread && !thread.join(CLOSE_LIMIT)) {
                thread.interrupt();
                if (!thread.join(INTERRUPT_LIMIT)) {
                    throw new DriverException("the consumer of " + name + " did not end within "
                            + CLOSE_LIMIT.plus(INTERRUPT_LIMIT).toSeconds() + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing the consumer of " + name + " was interrupted", e);
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
