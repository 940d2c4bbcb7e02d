package dev.assay.driver.memory;

import dev.assay.core.metric.Sample;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.ConcurrentClose;
import dev.assay.driver.figure.TellingClients;
import dev.assay.driver.memory.wire.FrameBuffer.Body;
import dev.assay.driver.memory.wire.FrameType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The in-memory system with a {@link MemoryServer}, which several workers share. Each producer and consumer has a connection
 * of its own, so that none waits for another.
 */
final class ServedDriver implements Driver {
    private final String server;
    private final ServerLink administration;
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private final TellingClients telling = new TellingClients();

    private ServedDriver(String server, ServerLink administration) {
        this.server = server;
        this.administration = administration;
    }

    /**
     * Connects.
     *
     * @param server {@code HOST:PORT}
     */
    static ServedDriver connect(String server) throws DriverException {
        return new ServedDriver(server, ServerLink.open(server));
    }

    @Override
    public Capabilities capabilities() {
        return MemoryDriver.CAPABILITIES;
    }

    @Override
    public void createTopics(List<TopicSpec> topics) throws DriverException {
        administration.request(FrameType.CREATE_TOPICS, body -> {
            body.writeInt(topics.size());
            for (TopicSpec topic : topics) {
                body.writeUTF(topic.name());
                body.writeInt(topic.partitions());
                body.writeInt(topic.subscriptions().size());
                for (String subscription : topic.subscriptions()) {
                    body.writeUTF(subscription);
                }
            }
        });
    }

    @Override
    public void deleteTopics(List<TopicSpec> topics) throws DriverException {
        administration.request(FrameType.DELETE_TOPICS, body -> {
            body.writeInt(topics.size());
            for (TopicSpec topic : topics) {
                body.writeUTF(topic.name());
            }
        });
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        ServedProducer producer = new ServedProducer(linkFor(FrameType.PRODUCE, body -> body.writeUTF(topic.name())));
        open.add(producer);
        telling.add(producer);
        return producer;
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        ServerLink link = linkFor(FrameType.SUBSCRIBE, body -> {
            body.writeUTF(topic.name());
            body.writeUTF(subscription);
        });
        ServedConsumer consumer = new ServedConsumer(link, listener);
        open.add(consumer);
        return consumer;
    }

    private ServerLink linkFor(FrameType role, Body body) throws DriverException {
        ServerLink link = ServerLink.open(server);
        try {
            link.request(role, body);
            return link;
        } catch (DriverException e) {
            link.close();
            throw e;
        }
    }

    @Override
    public EffectiveConfig effectiveConfig() {
        return new EffectiveConfig(
                Map.of(
                        "producer", Map.of("max.payload.bytes", Integer.toString(FrameType.MOST_PAYLOAD_BYTES)),
                        "consumer", Map.of("sent.ahead.bytes", Integer.toString(ConsumerSession.AHEAD_BYTES)),
                        "topic", Map.of("latency", administration.law())),
                Map.of());
    }

    @Override
    public List<Sample> figures(long nanoTime) {
        return telling.next(nanoTime);
    }

    @Override
    public void close() throws DriverException {
        List<AutoCloseable> all = new ArrayList<>(open);
        open.clear();
        all.add(administration);
        ConcurrentClose.all(all);
    }
}
