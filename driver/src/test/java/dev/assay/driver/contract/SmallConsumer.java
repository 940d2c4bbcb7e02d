package dev.assay.driver.contract;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Takes messages of its partitions in turn, on a thread of its own. */
final class SmallConsumer implements DriverConsumer {
    private final SmallSystem.Topic topic;
    private final String subscription;
    private final MessageListener listener;
    private final Thread thread;
    private final BooleanSupplier frozen;
    private volatile boolean delivering;
    private volatile boolean paused;
    private volatile boolean stopping;

    SmallConsumer(SmallSystem.Topic topic, String subscription, MessageListener listener, BooleanSupplier frozen) {
        this.frozen = frozen;
        this.topic = topic;
        this.subscription = subscription;
        this.listener = listener;
        topic.membersOf(subscription).add(this);
        thread = Thread.ofPlatform().name("small-consumer").start(this::deliver);
    }

    private void deliver() {
        while (!stopping) {
            boolean delivered = false;
            for (int partition : topic.assigned(subscription, this)) {
                delivering = true;
                byte[] payload = paused || stopping ? new byte[0] : topic.next(subscription, partition);
                if (payload.length > 0) {
                    delivered = true;
                    listener.onMessage(partition, payload, 0, payload.length, System.nanoTime());
                }
                delivering = false;
            }
            if (!delivered) {
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
        }
    }

    @Override
    public int assignedPartitions() {
        return topic.assigned(subscription, this).size();
    }

    @Override
    public boolean sharesPartitions() {
        return topic.isQueue(subscription);
    }

    @Override
    public boolean atEnd() throws DriverException {
        if (frozen.getAsBoolean()) {
            throw new DriverException("the system is frozen");
        }
        return topic.isAtEnd(subscription) && !delivering;
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
    }

    @Override
    public void close() throws DriverException {
        stopping = true;
        try {
            if (!thread.join(Duration.ofMinutes(2))) {
                throw new DriverException("the consumer did not end");
            }
        } catch (InterruptedException e) {
            throw new DriverException("interrupted", e);
        }
        topic.membersOf(subscription).remove(this);
    }
}
