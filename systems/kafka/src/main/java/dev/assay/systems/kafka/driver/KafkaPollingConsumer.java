package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.client.PollingConsumer;
import dev.assay.model.failure.FailedOperation;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

abstract class KafkaPollingConsumer extends PollingConsumer {
    /** The limit of closing a client, which without a duration takes up to 30 s. */
    static final Duration CLIENT_CLOSE_LIMIT = Duration.ofSeconds(5);

    private static final long RETRY_LIMIT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long BETWEEN_RETRIES_NANOS = Duration.ofMillis(100).toNanos();
    private static final byte[] EMPTY = {};

    private final MessageListener listener;

    KafkaPollingConsumer(String topic, String subscription, MessageListener listener) {
        super("kafka-consumer", "topic " + topic + " for subscription " + subscription, listener);
        this.listener = listener;
    }

    /** Opens a client, and adds the topic to the vendor's exceptions, which don't name it. */
    static <T> T client(String topic, Supplier<T> opening) throws DriverException {
        try {
            return opening.get();
        } catch (KafkaException e) {
            throw KafkaFailures.failed("opening a consumer of topic " + topic, e);
        }
    }

    /** Polls, and again for up to 30 s where brokers report an error that may pass, as during a restart. */
    final <T> T retrying(Supplier<T> poll) {
        long since = 0;
        while (true) {
            try {
                return poll.get();
            } catch (RetriableException e) {
                long now = System.nanoTime();
                since = since == 0 ? now : since;
                if (isStopping() || now - since > RETRY_LIMIT_NANOS) {
                    throw e;
                }
                listener.onFailure(FailedOperation.RECEIVE, KafkaFailures.failure(e));
                LockSupport.parkNanos(BETWEEN_RETRIES_NANOS);
            }
        }
    }

    /**
     * Gives a message to the listener as received now. Messages that the client keeps in arrays, as it does today, are read in place.
     *
     * @param redelivered whether the system reports an earlier delivery
     */
    final void hand(int partition, @Nullable ByteBuffer value, boolean redelivered) {
        long receivedNanos = System.nanoTime();
        byte[] buffer;
        int offset = 0;
        if (value != null && value.hasArray()) {
            buffer = value.array();
            offset = value.arrayOffset() + value.position();
        } else {
            buffer = value == null ? EMPTY : Utils.toArray(value);
        }
        int length = value == null ? 0 : value.remaining();
        if (redelivered) {
            listener.onRedelivery(partition, buffer, offset, length, receivedNanos);
        } else {
            listener.onMessage(partition, buffer, offset, length, receivedNanos);
        }
    }

    @Override
    protected final boolean isWakeup(Throwable thrown) {
        return thrown instanceof WakeupException || thrown instanceof InterruptException;
    }

    @Override
    protected final DriverException failed(String doing, Throwable cause) {
        return KafkaFailures.failed(doing, cause);
    }
}
