package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.figure.TellingClients;
import java.util.ArrayList;
import java.util.List;

/** Opens producers and consumers over AMQP, each with a connection of its own. */
final class AmqpClientFactory implements RabbitMqDriver.Opening {
    private final RabbitMqSettings settings;
    private final Connections connections;
    private final Topology topology;
    private final TellingClients telling;

    AmqpClientFactory(RabbitMqSettings settings, Connections connections, Topology topology, TellingClients telling) {
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
                        new AmqpProducer.Limits(payloadBytes, settings.window().messages()))
                .start();
        telling.add(producer.figures());
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
