package dev.assay.driver.memory;

import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import org.jspecify.annotations.Nullable;

/** Delivers and acknowledges within the send call: what is left is the harness's own cost. */
final class ImmediateProducer implements DriverProducer {
    private final MemoryTopic topic;
    private final MemoryPartitioner partitioner;
    private volatile boolean closed;

    ImmediateProducer(MemoryTopic topic) {
        this.topic = topic;
        this.partitioner = new MemoryPartitioner(topic.spec.partitions());
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (closed) {
            pendingSend.failed(new IllegalStateException("the producer is closed"));
            return;
        }
        topic.deliver(partitioner.partitionOf(key), payload);
        pendingSend.acked();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        closed = true;
    }
}
