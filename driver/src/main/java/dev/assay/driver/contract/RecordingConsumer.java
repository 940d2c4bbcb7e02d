package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

public final class RecordingConsumer implements MessageListener {
    private final ContractTimeouts timeouts;
    private final DriverConsumer consumer;
    private final Set<Long> seen = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Queue<Long>> byPartition = new ConcurrentHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicLong deliveries = new AtomicLong();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile @Nullable CountDownLatch heldUp;
    private volatile long delayNanos;
    private volatile long notBeforeNanos = System.nanoTime();
    private volatile boolean closed;

    RecordingConsumer(ConsumerSource source, ContractTimeouts timeouts) throws DriverException {
        this.timeouts = timeouts;
        this.consumer = source.open(this);
    }

    interface ConsumerSource {
        DriverConsumer open(MessageListener listener) throws DriverException;
    }

    @Override
    public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
        if (inside.incrementAndGet() > 1) {
            faults.add("the listener was called by two threads at once");
        }
        if (closed) {
            faults.add("a message was delivered after close had returned");
        }
        if (System.nanoTime() - receivedNanos < 0) {
            faults.add("a message was received in the future");
        }
        if (receivedNanos - notBeforeNanos < 0) {
            faults.add(
                    "a message was received before it was delivered: while the consumer was paused, or not there yet");
        }
        note(partition, TestMessage.read(buffer, offset, length), length);
        inside.decrementAndGet();
        if (delayNanos > 0) {
            LockSupport.parkNanos(delayNanos);
        }
        awaitHeld();
    }

    private void note(int partition, long id, int length) {
        deliveries.incrementAndGet();
        if (id == TestMessage.CORRUPT) {
            faults.add("a message of " + length + " bytes is not as it was sent");
            return;
        }
        byPartition
                .computeIfAbsent(partition, key -> new ConcurrentLinkedQueue<>())
                .add(id);
        seen.add(id);
    }

    private void awaitHeld() {
        CountDownLatch latch = heldUp;
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void onError(Throwable cause) {
        faults.add("the consumer gave up: " + cause);
    }

    /** Holds up each delivery from now on until the latch opens. */
    void holdUpDeliveries(CountDownLatch until) {
        heldUp = until;
    }

    /** Ends a pause in which nothing came: whatever comes from then on was received after it. */
    void resume() {
        notBeforeNanos = System.nanoTime();
        consumer.resume();
    }

    void slowDown(Duration each) {
        delayNanos = each.toNanos();
    }

    DriverConsumer consumer() {
        return consumer;
    }

    long deliveries() {
        return deliveries.get();
    }

    Set<Long> seen() {
        return Set.copyOf(seen);
    }

    /** Returns numbers in the order of delivery, by partition. */
    Map<Integer, List<Long>> byPartition() {
        Map<Integer, List<Long>> copy = new TreeMap<>();
        byPartition.forEach((partition, ids) -> copy.put(partition, new ArrayList<>(ids)));
        return copy;
    }

    void await(Collection<Long> ids) {
        timeouts.until(
                ids.size() + " messages to arrive", () -> seen.containsAll(ids) || !faults.isEmpty(), () -> state(ids));
        assertSound();
        assertThat(seen.containsAll(ids)).as(state(ids)).isTrue();
    }

    /** Waits until all these have come, each once, and nothing else. */
    void awaitExactly(Collection<Long> ids) {
        await(ids);
        assertThat(deliveries.get() - ids.size())
                .as("duplicated or unexpected deliveries besides the %d sent", ids.size())
                .isZero();
    }

    /** Waits until each of these has come to this consumer or the other. */
    void awaitHereOrIn(RecordingConsumer other, Collection<Long> ids) {
        timeouts.until(
                ids.size() + " messages to arrive in one of two places",
                () -> ids.stream().allMatch(id -> seen.contains(id) || other.seen.contains(id)),
                () -> state(ids) + " here, and there " + other.state(ids));
        assertSound();
        other.assertSound();
    }

    /** Checks that every message came whole, in one thread at a time, and before the consumer was closed. */
    void assertSound() {
        assertThat(faults).as("faults of deliveries").isEmpty();
    }

    void close() throws DriverException {
        consumer.close();
        closed = true;
    }

    private String state(Collection<Long> ids) {
        TreeSet<Long> missing = new TreeSet<>(ids);
        missing.removeAll(seen);
        List<Long> first = missing.stream().limit(10).toList();
        return deliveries.get() + " deliveries; " + missing.size() + " of " + ids.size()
                + " messages are missing, the first: " + first;
    }
}
