package dev.assay.systems.memory.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.PendingSend;
import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.model.metric.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges each message when its latency is over, on a thread of its own. A message is delivered with its acknowledgement, or as soon
 * after it as the messages before it on its partition are.
 */
final class DelayedProducer implements DriverProducer, ClientMetricsSource {
    private final LatencySource latency;
    private final LocalClock clock;
    private final MemoryPartitioner partitioner;
    private final long[] positions;
    private final CompletionQueue pending = new CompletionQueue();
    private final DeliveryOrder order;
    private final Thread thread;
    private final FirstSend firstSend;
    private long count;

    /** The completion of the first pending message, in nanoseconds; read without the lock, so that waiting disturbs no sender. */
    private volatile long wakeNanos;

    /** True while no message is pending and {@link #wakeNanos} means nothing. */
    private volatile boolean idle = true;

    private volatile boolean closed;

    DelayedProducer(
            int partitions,
            DeliveryOrder.Delivery delivery,
            LatencySource latency,
            FirstSend firstSend,
            LocalClock clock) {
        this.latency = latency;
        this.clock = clock;
        this.firstSend = firstSend;
        this.partitioner = new MemoryPartitioner(partitions);
        this.positions = new long[partitions];
        this.order = new DeliveryOrder(partitions, delivery);
        this.thread = clock.start(Thread.ofPlatform().daemon().name("memory-broker"), this::run);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        boolean becameFirst;
        synchronized (pending) {
            if (closed) {
                pendingSend.failed(DriverException.producerClosed("the producer is closed"));
                return;
            }
            PendingMessage message = take(payload.clone(), key, pendingSend);
            pending.add(message);
            PendingMessage first = pending.peek();
            becameFirst = first != null && first.index() == message.index();
            lookAhead();
        }
        if (becameFirst) {
            clock.unpark(thread);
        }
    }

    private PendingMessage take(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        long now = clock.nanoTime();
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

    /** Waits for some time; returns true when the first message is to be completed. */
    private boolean awaitFirst() {
        if (idle) {
            clock.park();
            return false;
        }
        long wait = wakeNanos - clock.nanoTime();
        if (wait > 0) {
            clock.parkShort(wait);
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
                        .failed(DriverException.producerClosed("the producer was closed before the acknowledgement"));
            }
            lookAhead();
        }
        clock.unpark(thread);
    }
}
