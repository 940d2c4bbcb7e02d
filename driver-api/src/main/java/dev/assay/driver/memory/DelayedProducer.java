package dev.assay.driver.memory;

import dev.assay.core.metric.Metrics;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.figure.ClientSums;
import dev.assay.driver.figure.TellingClients.TellingClient;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges each message when its latency is over, on a thread of its own. A message is delivered with its
 * acknowledgement, or as soon after it as those before it on its partition have been.
 */
final class DelayedProducer implements DriverProducer, TellingClient {
    /** The last part of a wait is spent looking at the clock, so that the law is met to about a microsecond. */
    private static final long SPIN_NANOS = 60_000;

    private final LatencySource latency;
    private final MemoryPartitioner partitioner;
    private final long[] positions;
    private final CompletionQueue pending = new CompletionQueue();
    private final DeliveryOrder order;
    private final Thread thread;
    private final FirstSend firstSend;
    private long count;

    /** When the first of the pending messages is to complete; read without the lock, so that waiting disturbs no sender. */
    private volatile long wakeNanos;

    /** Whether nothing is pending, so that {@link #wakeNanos} means nothing. */
    private volatile boolean idle = true;

    private volatile boolean closed;

    DelayedProducer(int partitions, DeliveryOrder.Delivery delivery, LatencySource latency, FirstSend firstSend) {
        this.latency = latency;
        this.firstSend = firstSend;
        this.partitioner = new MemoryPartitioner(partitions);
        this.positions = new long[partitions];
        this.order = new DeliveryOrder(partitions, delivery);
        this.thread = Thread.ofPlatform().daemon().name("memory-broker").start(this::run);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        boolean becameFirst;
        synchronized (pending) {
            if (closed) {
                pendingSend.failed(new IllegalStateException("the producer is closed"));
                return;
            }
            PendingMessage message = take(payload.clone(), key, pendingSend);
            pending.add(message);
            PendingMessage first = pending.peek();
            becameFirst = first != null && first.index() == message.index();
            lookAhead();
        }
        if (becameFirst) {
            LockSupport.unpark(thread);
        }
    }

    private PendingMessage take(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        long now = System.nanoTime();
        long firstNanos = firstSend.nanos(now);
        long served = firstSend.served(now - firstNanos, latency.serviceNanos());
        long completion = firstNanos + latency.completionNanos(count, served);
        int partition = partitioner.partitionOf(key);
        return new PendingMessage(count++, completion, partition, positions[partition]++, payload, pendingSend);
    }

    private void lookAhead() {
        PendingMessage first = pending.peek();
        if (first != null) {
            wakeNanos = first.completionNanos();
        }
        idle = first == null;
    }

    private void run() {
        while (!closed) {
            if (awaitFirst()) {
                completeFirst();
            }
        }
        order.releaseRest();
    }

    /** Waits for some time; true when the first message is to be completed. */
    private boolean awaitFirst() {
        if (idle) {
            LockSupport.park(this);
            return false;
        }
        long wait = wakeNanos - System.nanoTime();
        if (wait > SPIN_NANOS) {
            LockSupport.parkNanos(this, wait - SPIN_NANOS);
        } else if (wait > 0) {
            Thread.onSpinWait();
        }
        return wait <= 0;
    }

    private void completeFirst() {
        PendingMessage due;
        synchronized (pending) {
            due = pending.poll();
            lookAhead();
        }
        if (due != null) {
            due.pendingSend().acked();
            order.release(due);
        }
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        synchronized (pending) {
            sums.add(Metrics.CLIENT_PENDING, pending.size());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        synchronized (pending) {
            closed = true;
            for (PendingMessage message = pending.poll(); message != null; message = pending.poll()) {
                message.pendingSend()
                        .failed(new IllegalStateException("the producer was closed before the acknowledgement"));
            }
            lookAhead();
        }
        LockSupport.unpark(thread);
    }
}
