package dev.assay.systems.pulsar.driver;

import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.driver.metric.CounterDelta;
import dev.assay.model.metric.Metrics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.impl.BatchMessageIdImpl;
import org.apache.pulsar.client.impl.PartitionedProducerImpl;
import org.apache.pulsar.client.impl.ProducerImpl;
import org.jspecify.annotations.Nullable;

/**
 * Counts a producer's batches once they are acknowledged. The client's own statistics are off, as they keep sketches of all messages under
 * locks. But a message's id has its place in its batch, and each partition's messages are numbered without gaps.
 */
final class PulsarProducerMetrics implements ClientMetricsSource {
    private final Producer<byte[]> producer;
    private final LongAdder batches = new LongAdder();
    private final CounterDelta messageGrowth = new CounterDelta();
    private final CounterDelta batchGrowth = new CounterDelta();

    PulsarProducerMetrics(Producer<byte[]> producer) {
        this.producer = producer;
    }

    /** Counts an acknowledged message that is the first of its batch, or was sent alone. */
    void acked(@Nullable MessageId id) {
        if (!(id instanceof BatchMessageIdImpl place) || place.getBatchIndex() == 0) {
            batches.increment();
        }
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        OptionalDouble batched = batchGrowth.since((double) batches.sum());
        OptionalDouble acked = messageGrowth.since((double)
                partitions().stream().mapToLong(ProducerImpl::getLastSequenceId).sum());
        if (acked.isPresent() && batched.isPresent()) {
            sums.perSecond(Metrics.CLIENT_BATCHES, batched.getAsDouble());
            sums.mean(Metrics.CLIENT_BATCH_MESSAGES, acked.getAsDouble(), batched.getAsDouble());
        }
        partitions().forEach(one -> sums.add(Metrics.CLIENT_PENDING, one.getPendingQueueSize()));
    }

    private List<ProducerImpl<byte[]>> partitions() {
        return switch (producer) {
            case PartitionedProducerImpl<byte[]> all -> all.getProducers();
            case ProducerImpl<byte[]> one -> List.of(one);
            default -> List.of();
        };
    }
}
