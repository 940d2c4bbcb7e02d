package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/** Produces to one topic with a client, and so connections and a sender thread, of its own. */
final class KafkaMessageProducer implements DriverProducer {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final String topic;
    private final KafkaProducer<byte[], byte[]> client;

    KafkaMessageProducer(String topic, Map<String, Object> settings) throws DriverException {
        this.topic = topic;
        try {
            this.client = new KafkaProducer<>(settings);
        } catch (KafkaException e) {
            throw KafkaFailures.failed("opening a producer of topic " + topic, e);
        }
    }

    @Override
    public PendingSend newPendingSend(PendingSend.Listener listener) {
        return new KafkaPendingSend(listener);
    }

    /** Copies nothing, since the client writes key and payload into a batch of its own before {@code send} returns. */
    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        KafkaPendingSend kafkaPendingSend = (KafkaPendingSend) pendingSend;
        try {
            Future<RecordMetadata> _ = client.send(new ProducerRecord<>(topic, key, payload), kafkaPendingSend);
        } catch (RuntimeException e) {
            kafkaPendingSend.callFailed(e);
        }
    }

    /** Flushes on a thread of its own, since the client's flush waits for the outcome of all messages. */
    @Override
    public void flush() {
        Thread.ofPlatform().daemon().name("kafka-flush " + topic).start(client::flush);
    }

    Map<MetricName, ? extends Metric> metrics() {
        return client.metrics();
    }

    /** Gives messages under way five seconds, then fails them. */
    @Override
    public void close() throws DriverException {
        try {
            client.close(CLOSE_LIMIT);
        } catch (KafkaException e) {
            throw KafkaFailures.failed("closing a producer of topic " + topic, e);
        }
    }

    /**
     * Is its own callback, so that a message has one object to be looked up when its outcome comes.
     *
     * <p>The client can report one message twice: when it fails a call after the record went into a batch (an idempotent producer in its
     * error state does), it calls back or throws at once, and calls back again when the batch is aborted. The first report counts; as it
     * represents no other message after a failure, a later one can't be taken for another message's.
     */
    static final class KafkaPendingSend extends PendingSend implements Callback {
        KafkaPendingSend(Listener listener) {
            super(listener);
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            if (exception == null) {
                ackedUnlessKnown();
            } else {
                failedUnlessKnown(exception);
            }
        }

        void callFailed(Throwable cause) {
            failedUnlessKnown(cause);
        }
    }
}
