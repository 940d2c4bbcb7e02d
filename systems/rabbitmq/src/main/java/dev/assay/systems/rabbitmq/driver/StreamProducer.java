package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.ProducerBuilder;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.Partitioner;
import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.Metrics;
import dev.assay.model.setting.SettingGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Produces to one super stream with an environment, and so connections and threads, of its own. */
final class StreamProducer implements DriverProducer, ClientMetricsSource {
    private static final long CLOSE_PATIENCE_NANOS = Duration.ofSeconds(4).toNanos();

    private final DedicatedEnvironment environment;
    private final Producer producer;
    private final Partitioner partitioner;
    private final String name;
    private final long payloadBytes;
    private final AtomicLong underWay = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The partition of the message being sent: the client asks for it on the sending thread. */
    private int partition;

    StreamProducer(DedicatedEnvironment environment, TopicSpec topic, RabbitMqSettings settings, long payloadBytes)
            throws DriverException {
        this.environment = environment;
        this.name = topic.name();
        this.payloadBytes = payloadBytes;
        this.partitioner = new Partitioner(topic.partitions());
        ProducerBuilder builder = environment.get().producerBuilder().superStream(topic.name());
        BuilderOptions.apply(ProducerBuilder.class, builder, SettingGroup.PRODUCER, settings.producer());
        this.producer = builder.routing(message -> "")
                .strategy((message, metadata) -> List.of(metadata.partitions().get(partition)))
                .producerBuilder()
                .build();
    }

    /** Copies the array, which the client keeps until the batch is sent, and longer to send it again. */
    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (payload.length > payloadBytes) {
            pendingSend.failed(DriverException.ofMessage(
                    FailureClass.TOO_LARGE,
                    "limit of the client",
                    "a message of " + payload.length + " B is larger than a frame of the stream protocol allows ("
                            + payloadBytes + " B)",
                    null));
            return;
        }
        if (closed.get()) {
            pendingSend.failed(DriverException.producerClosed("the producer of " + name + " is closed"));
            return;
        }
        partition = partitioner.partitionOf(key);
        Outcome outcome = new Outcome(pendingSend, underWay);
        try {
            producer.send(producer.messageBuilder().addData(payload.clone()).build(), outcome);
        } catch (RuntimeException e) {
            outcome.failed(e);
        }
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        sums.add(Metrics.CLIENT_PENDING, (double) underWay.get());
        environment.counts().tellPublished(sums);
    }

    /** Reports the outcome of one message once; the client may throw and report as well. */
    private static final class Outcome extends AtomicBoolean implements ConfirmationHandler {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // It is never serialized.
        private final PendingSend pendingSend;

        private final AtomicLong underWay;

        Outcome(PendingSend pendingSend, AtomicLong underWay) {
            this.pendingSend = pendingSend;
            this.underWay = underWay;
            underWay.incrementAndGet();
        }

        @Override
        public void handle(ConfirmationStatus status) {
            if (!status.isConfirmed()) {
                failed(DriverException.ofMessage(
                        classOf(status.getCode()),
                        String.valueOf(status.getCode()),
                        "the stream has not confirmed the message: " + text(status.getCode()),
                        null));
            } else if (!getAndSet(true)) {
                underWay.decrementAndGet();
                pendingSend.acked();
            }
        }

        void failed(Throwable cause) {
            if (!getAndSet(true)) {
                underWay.decrementAndGet();
                pendingSend.failed(cause);
            }
        }

        private static FailureClass classOf(short code) {
            return switch (code) {
                case Constants.CODE_MESSAGE_ENQUEUEING_FAILED -> FailureClass.FULL;
                case Constants.CODE_PRODUCER_NOT_AVAILABLE, Constants.CODE_PRODUCER_CLOSED -> FailureClass.CANCELLED;
                case Constants.CODE_PUBLISH_CONFIRM_TIMEOUT -> FailureClass.TIMED_OUT;
                case Constants.RESPONSE_CODE_FRAME_TOO_LARGE -> FailureClass.TOO_LARGE;
                case Constants.RESPONSE_CODE_INTERNAL_ERROR -> FailureClass.OTHER;
                default -> FailureClass.REFUSED;
            };
        }

        private static String text(short code) {
            return switch (code) {
                case Constants.CODE_MESSAGE_ENQUEUEING_FAILED -> "the client is full (enqueueTimeout)";
                case Constants.CODE_PRODUCER_NOT_AVAILABLE -> "the client has no connection to the leader";
                case Constants.CODE_PRODUCER_CLOSED -> "the producer was closed";
                case Constants.CODE_PUBLISH_CONFIRM_TIMEOUT -> "no answer in time (confirmTimeout)";
                case Constants.CODE_NO_ROUTE_FOUND -> "no stream accepts it";
                default -> "code " + code;
            };
        }
    }

    /** Does nothing: the client sends gathered messages by itself, after its delay at the latest. */
    @Override
    public void flush() {}

    /** Gives messages under way four seconds, then fails them. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        long deadline = System.nanoTime() + CLOSE_PATIENCE_NANOS;
        while (underWay.get() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        try {
            producer.close();
        } finally {
            environment.close();
        }
    }
}
