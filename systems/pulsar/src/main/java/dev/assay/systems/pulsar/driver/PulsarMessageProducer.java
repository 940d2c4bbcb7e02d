package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.client.Answers;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.TypedMessageBuilder;
import org.jspecify.annotations.Nullable;

/** Produces to one topic with a client, and so connections and an I/O thread, of its own. */
final class PulsarMessageProducer implements DriverProducer {
    private static final int CLOSE_SECONDS = 5;

    private final DedicatedClient client;
    private final Producer<byte[]> producer;
    private final PulsarProducerMetrics metrics;

    PulsarMessageProducer(DedicatedClient client, Producer<byte[]> producer) {
        this.client = client;
        this.producer = producer;
        this.metrics = new PulsarProducerMetrics(producer);
    }

    PulsarProducerMetrics metrics() {
        return metrics;
    }

    @Override
    public PendingSend newPendingSend(PendingSend.Listener listener) {
        return new PulsarPendingSend(listener, metrics);
    }

    /** Copies the payload, which the client keeps until the batch is sent; it encodes a key at once. */
    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        CompletableFuture<MessageId> outcome;
        try {
            TypedMessageBuilder<byte[]> message = producer.newMessage().value(payload.clone());
            if (key != null) {
                message.keyBytes(key);
            }
            outcome = message.sendAsync();
        } catch (RuntimeException e) {
            pendingSend.failed(e);
            return;
        }
        CompletableFuture<MessageId> _ = outcome.whenComplete((PulsarPendingSend) pendingSend);
    }

    @Override
    public void flush() {
        CompletableFuture<Void> _ = producer.flushAsync();
    }

    /** Gives messages under way five seconds, then fails them. */
    @Override
    public void close() throws DriverException {
        try {
            PulsarFailures.await(
                    producer.closeAsync(), "closing a producer of topic " + producer.getTopic(), CLOSE_SECONDS);
        } finally {
            client.beginClosing();
        }
    }

    /** Is its own callback. The client makes a new future for each message, which completes once. */
    private static final class PulsarPendingSend extends PendingSend
            implements BiConsumer<@Nullable MessageId, @Nullable Throwable> {
        private final PulsarProducerMetrics metrics;

        PulsarPendingSend(Listener listener, PulsarProducerMetrics metrics) {
            super(listener);
            this.metrics = metrics;
        }

        @Override
        public void accept(@Nullable MessageId id, @Nullable Throwable failure) {
            if (failure == null) {
                metrics.acked(id);
                acked();
            } else {
                failed(Answers.unwrapped(failure));
            }
        }
    }
}
