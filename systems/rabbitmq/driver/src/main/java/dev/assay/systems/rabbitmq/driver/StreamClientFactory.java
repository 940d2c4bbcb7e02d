package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.StreamException;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.figure.TellingClients;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens producers and consumers of super streams, each with an environment, and so connections, of its own. */
final class StreamClientFactory implements RabbitMqDriver.Opening {
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

    @Override
    public DriverConsumer consumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        DedicatedEnvironment environment = environment("consumer");
        try {
            NativeConsumer consumer = new NativeConsumer(environment, topic, subscription, listener).start(settings);
            telling.add(consumer);
            return consumer;
        } catch (StreamException | DriverException e) {
            environment.close();
            throw RabbitMqFailures.failed(
                    "opening a consumer of topic " + topic.name() + " for subscription " + subscription, e);
        }
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
