package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import com.rabbitmq.stream.StreamDoesNotExistException;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Opens consumers at nodes that do not let their streams be read. */
class StreamConsumerTest {
    private static final TopicSpec TOPIC = new TopicSpec("t", 2, List.of("s"));

    private final List<String> received = new ArrayList<>();
    private final List<String> opened = new ArrayList<>();
    private volatile long lastNanos;
    private final StreamConsumer consumer = new StreamConsumer(
            TOPIC,
            "s",
            new MessageListener() {
                @Override
                public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
                    received.add(partition + ":" + buffer[offset]);
                    lastNanos = receivedNanos;
                }

                @Override
                public void onError(Throwable cause) {
                    throw new AssertionError(cause);
                }
            },
            () -> node((stream, handler) -> {}));

    /** Opens a stream, or throws where the node does not. */
    private interface Opening {
        void of(String stream, MessageHandler handler);
    }

    private DedicatedEnvironment node(Opening opening) {
        return new DedicatedEnvironment(Fake.of(
                Environment.class,
                (method, arguments) -> method.equals("consumerBuilder") ? new Builder(opening).proxy() : null));
    }

    private final class Builder {
        private final Opening opening;
        private String stream = "";
        private MessageHandler handler = (context, message) -> {};

        Builder(Opening opening) {
            this.opening = opening;
        }

        ConsumerBuilder proxy() {
            return Fake.of(ConsumerBuilder.class, this::answer);
        }

        private Object answer(String method, Object[] arguments) {
            switch (method) {
                case "stream" -> stream = (String) arguments[0];
                case "messageHandler" -> handler = (MessageHandler) arguments[0];
                case "manualTrackingStrategy" -> {
                    return Fake.of(ConsumerBuilder.ManualTrackingStrategy.class, (name, none) -> proxy());
                }
                case "build" -> {
                    opened.add(stream);
                    opening.of(stream, handler);
                    return Fake.of(Consumer.class, (name, none) -> null);
                }
                default -> {
                    // Nothing that matters here.
                }
            }
            return proxy();
        }
    }

    private static void deliver(MessageHandler handler, String stream, long offset) {
        handler.handle(
                Fake.of(MessageHandler.Context.class, (method, arguments) -> method.equals("stream") ? stream : offset),
                Fake.of(Message.class, (method, arguments) -> new byte[] {(byte) offset}));
    }

    private static RabbitMqSettings settings() throws DriverException {
        Map<String, String> connection = Map.of(
                "uri", "amqp://h:1",
                "stream.uri", "rabbitmq-stream://h:2",
                "queue", "stream",
                "persistent", "true",
                "acknowledgement", "manual",
                "prefetch", "1",
                "confirm-window", "1",
                "replication", "1");
        return RabbitMqSettings.resolve(new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ZERO, new ByteSize(0)),
                VendorSettings.NONE));
    }

    @Test
    void aStreamThatIsNotAvailableYetIsAskedForAgainAndTheOthersAreNot() throws DriverException {
        consumer.start(
                node((stream, handler) -> {
                    if (stream.equals("t-1")
                            && opened.stream().filter(stream::equals).count() < 3) {
                        throw new IllegalStateException("Could not get stream metadata, response code: 6");
                    }
                }),
                settings());

        assertThat(opened).containsExactlyInAnyOrder("t-0", "t-1", "t-1", "t-1");
        consumer.close();
    }

    @Test
    void whatWasDeliveredByOneNodeDoesNotComeOnceMoreFromAnother() throws DriverException {
        assertThatThrownBy(() -> consumer.start(
                        node((stream, handler) -> {
                            deliver(handler, stream, 0);
                            deliver(handler, stream, 1);
                            if (opened.size() == 2) {
                                throw new StreamDoesNotExistException(stream);
                            }
                        }),
                        settings()))
                .isInstanceOf(StreamDoesNotExistException.class);

        consumer.start(
                node((stream, handler) -> {
                    for (int offset = 0; offset <= 2; offset++) {
                        deliver(handler, stream, offset);
                    }
                }),
                settings());

        assertThat(received).containsExactlyInAnyOrder("0:0", "0:1", "1:0", "1:1", "0:2", "1:2");
        consumer.close();
    }

    @Test
    void whatWaitsForTheEndOfAPauseIsReceivedAfterIt() throws Exception {
        List<Thread> deliveries = new ArrayList<>();
        consumer.pause();
        consumer.start(
                node((stream, handler) -> deliveries.add(Thread.ofPlatform().start(() -> deliver(handler, stream, 0)))),
                settings());
        for (Thread delivery : deliveries) {
            while (delivery.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }

        long resumed = System.nanoTime();
        consumer.resume();
        for (Thread delivery : deliveries) {
            delivery.join();
        }

        assertThat(received).containsExactlyInAnyOrder("0:0", "1:0");
        assertThat(lastNanos - resumed).isNotNegative();
        consumer.close();
    }
}
