package dev.assay.driver.pulsar;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.apache.pulsar.client.api.PulsarClient;

/** A consumer of one topic in one subscription, with a client and a receiving thread of its own. */
final class PulsarMessageConsumer implements DriverConsumer {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration INTERRUPT_LIMIT = Duration.ofSeconds(2);

    private final String name;
    private final PulsarClient client;
    private final ReceiveLoop loop;
    private final Thread thread;
    private final IntSupplier assigned;
    private final boolean shares;

    /**
     * A consumer that does not receive yet.
     *
     * @param assigned how many partitions it holds
     * @param shares whether the subscription's consumers take messages from the same partitions
     */
    PulsarMessageConsumer(String name, PulsarClient client, ReceiveLoop loop, IntSupplier assigned, boolean shares) {
        this.name = name;
        this.client = client;
        this.loop = loop;
        this.assigned = assigned;
        this.shares = shares;
        this.thread = Thread.ofPlatform().daemon().name("pulsar-consumer " + name).unstarted(loop);
    }

    /** Starts receiving; apart from the constructor, so that no half-made object is seen by the thread. */
    PulsarMessageConsumer start() {
        thread.start();
        return this;
    }

    @Override
    public int assignedPartitions() {
        return assigned.getAsInt();
    }

    @Override
    public boolean sharesPartitions() {
        return shares;
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
            PulsarClients.close(client, "the consumer of " + name);
        }
    }
}
