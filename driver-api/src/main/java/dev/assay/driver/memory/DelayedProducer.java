package dev.assay.driver.memory;

import dev.assay.driver.DriverProducer;
import dev.assay.driver.SendTicket;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges each message when its latency is over, on a thread of its own. A message is delivered with its
 * acknowledgement, or as soon after it as those before it on its partition have been.
 */
final class DelayedProducer implements DriverProducer {
    /** The last stretch of a wait is spent looking at the clock, so that the law is met to about a microsecond. */
    private static final long SPIN_NANOS = 60_000;

    private final LatencySource latency;
    private final Partitioner partitioner;
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(
            Comparator.comparingLong(Pending::completionNanos).thenComparingLong(Pending::index));
    private final DeliveryOrder order;
    private final Thread thread;
    private long firstNanos = Long.MIN_VALUE;
    private long count;
    private volatile boolean closed;

    DelayedProducer(MemoryTopic topic, LatencySource latency) {
        this.latency = latency;
        this.partitioner = new Partitioner(topic.spec.partitions());
        this.order = new DeliveryOrder(topic.spec.partitions(), topic::deliver);
        this.thread = Thread.ofPlatform().daemon().name("memory-broker").start(this::run);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, SendTicket ticket) {
        if (closed) {
            ticket.failed(new IllegalStateException("the producer is closed"));
            return;
        }
        boolean becameFirst;
        synchronized (pending) {
            long now = System.nanoTime();
            if (firstNanos == Long.MIN_VALUE) {
                firstNanos = now;
            }
            long completion = firstNanos + latency.completionNanos(count, now - firstNanos);
            Pending message = new Pending(count++, completion, partitioner.partitionOf(key), payload.clone(), ticket);
            order.expect(message);
            pending.add(message);
            becameFirst = completion <= pending.element().completionNanos();
        }
        if (becameFirst) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            Pending due = nextDue();
            if (due != null) {
                due.ticket().acked();
                order.release(due);
            }
        }
    }

    /** The next message whose time has come; null when it is worth looking again. */
    private @Nullable Pending nextDue() {
        long wait;
        synchronized (pending) {
            Pending first = pending.peek();
            wait = first == null ? Long.MAX_VALUE : first.completionNanos() - System.nanoTime();
            if (wait <= 0) {
                return pending.poll();
            }
        }
        if (wait > SPIN_NANOS) {
            LockSupport.parkNanos(wait - SPIN_NANOS);
        } else {
            Thread.onSpinWait();
        }
        return null;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        synchronized (pending) {
            for (Pending message : pending) {
                message.ticket()
                        .failed(new IllegalStateException("the producer was closed before the acknowledgement"));
            }
            pending.clear();
        }
    }
}
