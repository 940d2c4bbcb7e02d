package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.TopicMessageId;

/** A consumer of one topic in one subscription, with a client and a receiving thread of its own. */
final class PulsarMessageConsumer implements DriverConsumer {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration INTERRUPT_LIMIT = Duration.ofSeconds(2);

    private static final int LEAVE_SECONDS = 15;

    /** The client asks again for longer where a partition has no broker, but whoever wants to know may ask again, too. */
    private static final int LAST_SECONDS = 10;

    private final String name;
    private final DedicatedClient client;
    private final Consumer<byte[]> consumer;
    private final ReceiveLoop loop;
    private final Thread thread;
    private final Holding holding;

    /**
     * What the consumer holds.
     *
     * @param all partitions of its topic
     * @param partitions how many of them it holds
     * @param shared whether the subscription's other consumers take messages from them too
     */
    record Holding(int all, IntSupplier partitions, boolean shared) {}

    /** A consumer that does not receive yet. */
    PulsarMessageConsumer(
            DedicatedClient client, Consumer<byte[]> consumer, MessageListener listener, Holding holding) {
        this.name = consumer.getTopic() + " for subscription " + consumer.getSubscription();
        this.client = client;
        this.consumer = consumer;
        this.loop = new ReceiveLoop(consumer, holding.all(), listener);
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

    /** The brokers that own the partitions tell of their last messages. */
    @Override
    public boolean atEnd() throws DriverException {
        List<TopicMessageId> last = PulsarFailures.await(
                consumer.getLastMessageIdsAsync(), "asking for the last messages of " + name, LAST_SECONDS);
        if (last.size() != holding.all()) {
            throw new DriverException("the last messages of " + name + " are known of " + last.size() + " of "
                    + holding.all() + " partitions");
        }
        return last.stream().allMatch(id -> loop.hasDelivered((MessageIdAdv) id));
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
