package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.StreamNotAvailableException;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import dev.assay.driver.figure.TellingClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens producers and consumers of super streams, each with an environment, and so connections, of its own. */
final class StreamClientFactory implements RabbitMqDriver.Opening {
    private static final Duration AVAILABLE_LIMIT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);

    private final RabbitMqSettings settings;
    private final TellingClients telling;
    private final AtomicInteger turn = new AtomicInteger();

    StreamClientFactory(RabbitMqSettings settings, TellingClients telling) {
        this.settings = settings;
        this.telling = telling;
    }

    @Override
    public DriverProducer producer(TopicSpec topic, long payloadBytes) throws DriverException {
        DedicatedEnvironment environment = environment("producer");
        try {
            NativeProducer producer = new NativeProducer(environment, topic, settings, payloadBytes);
            telling.add(producer);
            return producer;
        } catch (StreamException | DriverException e) {
            environment.close();
            throw RabbitMqFailures.failed("opening a producer of topic " + topic.name(), e);
        }
    }

    /**
     * A node whose streams have not come up, or have not come back after a fault, is left for the next one until all had their turn
     * again and again.
     */
    @Override
    public DriverConsumer consumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        RetryWindow window = new RetryWindow(AVAILABLE_LIMIT, BETWEEN_ATTEMPTS);
        while (true) {
            try {
                return opened(topic, subscription, listener);
            } catch (StreamNotAvailableException | IllegalStateException e) {
                if (window.isOver()) {
                    throw failed(topic, subscription, e);
                }
            } catch (StreamException e) {
                throw failed(topic, subscription, e);
            }
            window.pause();
        }
    }

    private NativeConsumer opened(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        DedicatedEnvironment environment = environment("consumer");
        try {
            NativeConsumer consumer = new NativeConsumer(environment, topic, subscription, listener).start(settings);
            telling.add(consumer);
            return consumer;
        } catch (DriverException | RuntimeException e) {
            environment.close();
            throw e;
        }
    }

    private static DriverException failed(TopicSpec topic, String subscription, RuntimeException cause) {
        return RabbitMqFailures.failed(
                "opening a consumer of topic " + topic.name() + " for subscription " + subscription, cause);
    }

    private DedicatedEnvironment environment(String role) throws DriverException {
        List<String> uris = new ArrayList<>(settings.streamUris());
        Collections.rotate(uris, -turn.getAndIncrement());
        return new DedicatedEnvironment(role, uris, settings);
    }

    /** Positions are kept in the stream itself, and went with it. */
    @Override
    public void forget(TopicSpec topic) {}
}
