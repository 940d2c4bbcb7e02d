package dev.assay.systems.memory.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import org.jspecify.annotations.Nullable;

/** Delivers and acknowledges within the send call, so that only Assay's own cost is left. */
final class ImmediateProducer implements DriverProducer {
    private final DeliveryOrder.Delivery delivery;
    private final MemoryPartitioner partitioner;
    private volatile boolean closed;

    ImmediateProducer(int partitions, DeliveryOrder.Delivery delivery) {
        this.delivery = delivery;
        this.partitioner = new MemoryPartitioner(partitions);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (closed) {
            pendingSend.failed(DriverException.producerClosed("the producer is closed"));
            return;
        }
        delivery.deliver(partitioner.partitionOf(key), payload);
        pendingSend.acked();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        closed = true;
        delivery.finish();
    }
}
