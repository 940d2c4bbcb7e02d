package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.OpenClients;
import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.systems.rabbitmq.QueueKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

final class RabbitMqDriver implements Driver {
    private final RabbitMqSettings settings;
    private final SystemCapabilities capabilities;
    private final Management management;
    private final RabbitMqTopics topics;
    private final Opening opening;
    private final RabbitMqEffectiveSettings effective;
    private final OpenClients open = new OpenClients();
    private final ClientMetricsSources telling = new ClientMetricsSources();
    private final Map<String, TopicSpec> used = new LinkedHashMap<>();
    /** Producers over AMQP, since clients of streams hear nothing of alarms. */
    private final List<AmqpProducer> producers = new CopyOnWriteArrayList<>();

    RabbitMqDriver(
            RabbitMqSettings settings, Connections connections, ServerFacts server, SystemCapabilities capabilities)
            throws DriverException {
        this.settings = settings;
        this.capabilities = capabilities;
        this.management = new Management(
                settings.adminUrls(), connections.virtualHost(), connections.user(), TlsSettings.of(settings.client()));
        this.topics = new RabbitMqTopics(
                settings,
                new Nodes(connections.nodes(), (node, threads) -> connections.open("admin", node, threads)),
                new MirrorPolicies(management));
        this.opening = settings.queue() == QueueKind.STREAM
                ? new StreamClientFactory(settings, telling)
                : new AmqpClientFactory(settings, connections, topics.topology(), telling, producers);
        this.effective = new RabbitMqEffectiveSettings(settings, connections, server, management);
    }

    interface Opening {
        DriverProducer producer(TopicSpec topic, long payloadBytes) throws DriverException;

        DriverConsumer consumer(TopicSpec topic, String subscription, MessageListener listener) throws DriverException;
    }

    @Override
    public Capabilities capabilities() {
        boolean isStream = settings.queue() == QueueKind.STREAM;
        return new Capabilities(
                capabilities.maxPayloadBytes(),
                capabilities.maxPartitions(),
                capabilities.keys(),
                true,
                !isStream,
                isStream);
    }

    @Override
    public void createTopics(List<TopicSpec> specs) throws DriverException {
        topics.create(specs);
        specs.forEach(topic -> used.put(topic.name(), topic));
    }

    @Override
    public List<String> existingTopics(List<TopicSpec> specs) throws DriverException {
        return topics.existing(specs);
    }

    @Override
    public void deleteTopics(List<TopicSpec> unwanted) throws DriverException {
        topics.delete(unwanted);
        unwanted.forEach(topic -> used.remove(topic.name()));
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        open.check();
        DriverProducer producer = opening.producer(topic, capabilities.maxPayloadBytes());
        open.add(producer);
        used.put(topic.name(), topic);
        return producer;
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        open.check();
        topics.addSubscription(topic, subscription);
        DriverConsumer consumer = opening.consumer(topic, subscription, listener);
        open.add(consumer);
        used.put(topic.name(), topic);
        return consumer;
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        List<String> queues = used.values().stream()
                .flatMap(topic -> topics.queues(topic, 0).stream())
                .map(Topology.Queue::name)
                .toList();
        return effective.read(queues);
    }

    /** Returns nothing: only streams compress, batches of several messages, and their client does not report how far. */
    @Override
    public Optional<SendCompression> compression() {
        return Optional.ofNullable(settings.producer().get("compression"))
                .filter(_ -> settings.queue() == QueueKind.STREAM)
                .map(Setting::value)
                .filter(codec -> !codec.equalsIgnoreCase("none") && !codec.isBlank())
                .map(SendCompression::unavailable);
    }

    @Override
    public List<Sample> metrics(long nanoTime) {
        return telling.next(nanoTime);
    }

    /** Returns alarms that servers report to the connections of producers, and to the management API. */
    @Override
    public List<String> alarms() throws DriverException {
        Set<String> alarms = new TreeSet<>();
        for (AmqpProducer producer : producers) {
            producer.blockedFor().ifPresent(reason -> alarms.add("RabbitMQ blocks all publishers: " + reason));
        }
        management.alarm().ifPresent(alarm -> alarms.add("RabbitMQ has an alarm: " + alarm));
        return List.copyOf(alarms);
    }

    @Override
    public void close() throws DriverException {
        try {
            open.close();
        } finally {
            management.close();
        }
    }

    /** Opens producers and consumers over AMQP, each with a connection of its own. */
    private static final class AmqpClientFactory implements RabbitMqDriver.Opening {
        private final RabbitMqSettings settings;
        private final Connections connections;
        private final Topology topology;
        private final ClientMetricsSources telling;
        private final List<AmqpProducer> producers;

        AmqpClientFactory(
                RabbitMqSettings settings,
                Connections connections,
                Topology topology,
                ClientMetricsSources telling,
                List<AmqpProducer> producers) {
            this.producers = producers;
            this.settings = settings;
            this.telling = telling;
            this.connections = connections;
            this.topology = topology;
        }

        @Override
        public DriverProducer producer(TopicSpec topic, long payloadBytes) throws DriverException {
            AmqpProducer producer = new AmqpProducer(
                            connections,
                            new ProducerConnection.Target(topology.exchange(topic), new MessageProperties(settings)),
                            topic.partitions(),
                            new AmqpProducer.Limits(
                                    payloadBytes, settings.window().messages()))
                    .start();
            telling.add(producer.metrics());
            producers.add(producer);
            return producer;
        }

        @Override
        public DriverConsumer consumer(TopicSpec topic, String subscription, MessageListener listener)
                throws DriverException {
            List<PartitionConsumer.Source> sources = new ArrayList<>();
            for (int partition = 0; partition < topic.partitions(); partition++) {
                sources.add(new PartitionConsumer.Source(topology.queue(topic, subscription, partition), partition));
            }
            String name = "topic " + topic.name() + " for subscription " + subscription;
            return new AmqpConsumer(connections, name, sources, settings, listener).start();
        }
    }
}
