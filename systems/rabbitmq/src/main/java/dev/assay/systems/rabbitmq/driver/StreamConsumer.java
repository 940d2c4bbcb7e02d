package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.StreamDoesNotExistException;
import com.rabbitmq.stream.StreamException;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.model.setting.SettingGroup;
import dev.assay.systems.rabbitmq.QueueKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Consumes one super stream for one subscription, with an environment, and so connections and threads, of its own. Its positions are stored
 * in the streams themselves.
 */
final class StreamConsumer implements DriverConsumer, ClientMetricsSource {
    static final String TRACKING = "stored on the server every 10000 messages of a partition and on closing";

    private static final int STORE_EVERY = 10_000;
    private static final Duration REPLICA_LIMIT = Duration.ofSeconds(3);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);

    private final TopicSpec topic;
    private final String subscription;
    private final MessageListener listener;
    private final DeliveryGate gate = new DeliveryGate();
    private final Map<String, Position> positions = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Environments endEnvironments;
    private volatile @Nullable Opened opened;

    /** @param endEnvironments opens an environment to ask for the ends with: the consumer's may be held up by its listener */
    StreamConsumer(TopicSpec topic, String subscription, MessageListener listener, Environments endEnvironments) {
        this.endEnvironments = endEnvironments;
        this.topic = topic;
        this.subscription = subscription;
        this.listener = listener;
        Topology topology = new Topology(QueueKind.STREAM);
        for (int partition = 0; partition < topic.partitions(); partition++) {
            positions.put(topology.queue(topic, subscription, partition), new Position(partition));
        }
    }

    interface Environments {
        DedicatedEnvironment open() throws DriverException;
    }

    private static final class Position {
        private final int partition;
        private volatile long last = -1;
        private int sinceStored;

        Position(int partition) {
            this.partition = partition;
        }
    }

    private record Opened(DedicatedEnvironment environment, List<Consumer> consumers) {}

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        Opened current = opened;
        if (current != null) {
            current.environment().counts().tellDelivered(sums);
        }
    }

    /**
     * Begins to consume. After a failure it may be called again: messages delivered by then do not come once more.
     *
     * @param environment is closed with this, and at once where it fails
     */
    void start(DedicatedEnvironment environment, RabbitMqSettings settings) throws DriverException {
        try {
            RetryWindow window = new RetryWindow(REPLICA_LIMIT, BETWEEN_ATTEMPTS);
            List<Consumer> consumers = new ArrayList<>();
            for (String stream : positions.keySet()) {
                consumers.add(consumer(stream, environment, settings, window));
            }
            opened = new Opened(environment, consumers);
        } catch (DriverException | RuntimeException e) {
            environment.close();
            throw e;
        }
    }

    /**
     * Opens a stream by itself, as the client does with each of a super stream, so that only streams are retried of which the client
     * chose a replica that can't be read.
     */
    private Consumer consumer(
            String stream, DedicatedEnvironment environment, RabbitMqSettings settings, RetryWindow window)
            throws DriverException {
        while (true) {
            try {
                ConsumerBuilder builder = environment.get().consumerBuilder();
                BuilderOptions.apply(ConsumerBuilder.class, builder, SettingGroup.CONSUMER, settings.consumer());
                return builder.stream(stream)
                        .name(subscription)
                        .offset(OffsetSpecification.first())
                        .messageHandler(this::deliver)
                        .manualTrackingStrategy()
                        .builder()
                        .build();
            } catch (StreamException | IllegalStateException e) {
                if (!mayPass(e) || window.isOver()) {
                    throw e;
                }
            }
            window.pause();
        }
    }

    /** Returns whether a retry or another node may help. The client reports a stream that is not available by an illegal state, too. */
    static boolean mayPass(Exception cause) {
        return !(cause instanceof DriverException || cause instanceof StreamDoesNotExistException);
    }

    private void deliver(MessageHandler.Context context, Message message) {
        Position position = positions.get(context.stream());
        if (position == null || context.offset() <= position.last || !gate.enter()) {
            return;
        }
        long receivedNanos = System.nanoTime();
        try {
            byte[] body = message.getBodyAsBinary();
            listener.onMessage(position.partition, body, 0, body.length, receivedNanos);
            position.last = context.offset();
            if (++position.sinceStored >= STORE_EVERY) {
                position.sinceStored = 0;
                context.storeOffset();
            }
        } finally {
            gate.leave();
        }
    }

    @Override
    public int assignedPartitions() {
        return closed.get() ? 0 : topic.partitions();
    }

    @Override
    public boolean atEnd() throws DriverException {
        try (DedicatedEnvironment asking = endEnvironments.open()) {
            for (Map.Entry<String, Position> stream : positions.entrySet()) {
                if (StreamEnds.read(asking.get(), stream.getKey()) > stream.getValue().last) {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public void pause() {
        gate.pause();
    }

    @Override
    public void resume() {
        gate.resume();
    }

    /** Stores the position of delivered messages; those under way come again. */
    @Override
    public void close() throws DriverException {
        if (closed.getAndSet(true)) {
            return;
        }
        Opened current = opened;
        try {
            gate.stop("topic " + topic.name() + " for subscription " + subscription);
            if (current != null) {
                current.consumers().forEach(Consumer::close);
                storePositions(current.environment());
            }
        } catch (StreamException e) {
            throw RabbitMqFailures.failed("closing the consumer of topic " + topic.name(), e);
        } finally {
            if (current != null) {
                current.environment().close();
            }
        }
    }

    private void storePositions(DedicatedEnvironment environment) {
        positions.forEach((stream, position) -> {
            if (position.last >= 0) {
                environment.get().storeOffset(subscription, stream, position.last);
            }
        });
    }
}
