package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.Partitioner;
import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.model.metric.Metrics;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Produces to one topic with a connection, and so threads, of its own. The leader of its stream acknowledges a message. The client gives up
 * an acknowledgement that does not come in time and ignores one that comes later; it limits neither how many messages wait for theirs nor,
 * below its queue's length, how many it accepts.
 */
final class NatsMessageProducer implements DriverProducer, ClientMetricsSource {
    private static final long CLOSE_PATIENCE_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long LOOK_NANOS = 1_000_000;

    private final String topic;
    private final Connection connection;
    private final JetStream jetStream;
    private final String[] subjects;
    private final Partitioner partitioner;
    private final long limitSeconds;
    private final AtomicLong underWay = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    private NatsMessageProducer(TopicSpec topic, Connection connection, JetStream jetStream, long limitSeconds) {
        this.topic = topic.name();
        this.connection = connection;
        this.jetStream = jetStream;
        this.subjects = NatsTopics.streams(topic).toArray(String[]::new);
        this.partitioner = new Partitioner(topic.partitions());
        this.limitSeconds = limitSeconds;
    }

    static NatsMessageProducer open(TopicSpec topic, Connections connections) throws DriverException {
        // A message sent over a closed connection has its outcome already, so nothing is reported.
        Connection connection = connections.open("producer", Connections.Events.IGNORED);
        try {
            return new NatsMessageProducer(
                    topic,
                    connection,
                    connection.jetStream(Connections.JET_STREAM),
                    connections.settings().acknowledgementSeconds());
        } catch (IOException e) {
            NatsDriver.close(connection);
            throw NatsFailures.failed("opening a producer of topic " + topic.name(), e);
        }
    }

    /** Copies the array, which the client keeps until it has written it. */
    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (closed.get()) {
            pendingSend.failed(DriverException.producerClosed("the producer of " + topic + " is closed"));
            return;
        }
        String stream = subjects[partitioner.partitionOf(key)];
        CompletableFuture<PublishAck> answer;
        underWay.incrementAndGet();
        try {
            answer = jetStream.publishAsync(stream, payload.clone());
        } catch (RuntimeException e) {
            underWay.decrementAndGet();
            pendingSend.failed(NatsFailures.ofMessage(e, stream, limitSeconds, isOver()));
            return;
        }
        CompletableFuture<PublishAck> _ = answer.whenComplete((_, failure) -> {
            underWay.decrementAndGet();
            if (failure == null) {
                pendingSend.acked();
            } else {
                pendingSend.failed(NatsFailures.ofMessage(failure, stream, limitSeconds, isOver()));
            }
        });
    }

    private boolean isOver() {
        return closed.get() || connection.getStatus() == Connection.Status.CLOSED;
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        sums.add(Metrics.CLIENT_PENDING, (double) underWay.get());
    }

    /** Does nothing, since the client writes messages as soon as it can. */
    @Override
    public void flush() {}

    /** Gives messages under way four seconds, then fails them. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        long deadline = System.nanoTime() + CLOSE_PATIENCE_NANOS;
        while (underWay.get() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        NatsDriver.close(connection);
    }
}
