package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.StreamException;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import dev.assay.driver.metric.ClientMetricsSources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens producers and consumers of super streams, each with an environment, and so connections, of its own. */
final class StreamClientFactory implements RabbitMqDriver.Opening {
    private static final Duration READABLE_LIMIT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);

    private final RabbitMqSettings settings;
    private final ClientMetricsSources telling;
    private final AtomicInteger turn = new AtomicInteger();

    StreamClientFactory(RabbitMqSettings settings, ClientMetricsSources telling) {
        this.settings = settings;
        this.telling = telling;
    }

    @Override
    public DriverProducer producer(TopicSpec topic, long payloadBytes) throws DriverException {
        DedicatedEnvironment environment = environment("producer");
        try {
            StreamProducer producer = new StreamProducer(environment, topic, settings, payloadBytes);
            telling.add(producer);
            return producer;
        } catch (StreamException | DriverException e) {
            environment.close();
            throw RabbitMqFailures.failed("opening a producer of topic " + topic.name(), e);
        }
    }

    /** Asks one node after the other, since one that has not recovered from a fault may not know streams that others serve. */
    @Override
    public DriverConsumer consumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        StreamConsumer consumer = new StreamConsumer(topic, subscription, listener, () -> environment("ends"));
        RetryWindow window = new RetryWindow(READABLE_LIMIT, BETWEEN_ATTEMPTS);
        while (true) {
            try {
                consumer.start(environment("consumer"), settings);
                telling.add(consumer);
                return consumer;
            } catch (StreamException | IllegalStateException | DriverException e) {
                if (!StreamConsumer.mayPass(e) || window.isOver()) {
                    throw RabbitMqFailures.failed(
                            "opening a consumer of topic " + topic.name() + " for subscription " + subscription, e);
                }
            }
            window.pause();
        }
    }

    private DedicatedEnvironment environment(String role) throws DriverException {
        List<String> uris = new ArrayList<>(settings.streamUris());
        Collections.rotate(uris, -turn.getAndIncrement());
        return new DedicatedEnvironment(role, uris, settings);
    }
}
