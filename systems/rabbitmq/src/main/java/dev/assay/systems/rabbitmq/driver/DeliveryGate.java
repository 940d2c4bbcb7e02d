package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets deliveries of one consumer pass one at a time; closed during a pause, and for good at the end. */
final class DeliveryGate {
    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(12);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean paused;
    private volatile boolean stopped;

    /** Waits for its turn and for the end of a pause; {@link #leave()} must follow when it returns true. */
    boolean enter() {
        lock.lock();
        try {
            while (paused && !stopped) {
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            lock.unlock();
            return false;
        }
        if (stopped) {
            lock.unlock();
            return false;
        }
        return true;
    }

    void leave() {
        lock.unlock();
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /**
     * Closes the gate for good and waits for the delivery under way, unless the calling thread makes it.
     *
     * @param name of the consumer, for people
     * @throws DriverException when the delivery has not ended in time
     */
    void stop(String name) throws DriverException {
        stopped = true;
        try {
            if (!lock.tryLock(DELIVERY_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DriverException("the consumer of " + name + " did not end within "
                        + DELIVERY_LIMIT.toSeconds() + " s: a delivery is blocked");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing the consumer of " + name + " was interrupted", e);
        }
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
