package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import dev.assay.systems.rabbitmq.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Creates and deletes exchanges and queues. A queue is led by the node where it is declared, so nodes take turns. */
final class RabbitMqTopics {
    private static final Duration VISIBLE_LIMIT = Duration.ofSeconds(20);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(20);

    private final Topology topology;
    private final Map<String, Object> arguments;
    private final int copies;
    private final BuiltinExchangeType exchange;
    private final Nodes nodes;
    private final MirrorPolicies policies;

    /** Subscriptions opened without having been named before, by topic. */
    private final Map<String, Set<String>> late = new LinkedHashMap<>();

    RabbitMqTopics(RabbitMqSettings settings, Nodes nodes, MirrorPolicies policies) {
        this.topology = new Topology(settings.queue());
        this.arguments = QueueArguments.values(settings.topic());
        this.copies = settings.replication();
        this.exchange = settings.topicExchange() ? BuiltinExchangeType.TOPIC : BuiltinExchangeType.DIRECT;
        this.nodes = nodes;
        this.policies = policies;
    }

    Topology topology() {
        return topology;
    }

    /**
     * Creates all topics or none.
     *
     * @throws DriverException when one exists or the server refuses; those created by this call are deleted again
     */
    void create(List<TopicSpec> topics) throws DriverException {
        List<Nodes.Job> checks = new ArrayList<>();
        List<Nodes.Job> exchanges = new ArrayList<>();
        List<Nodes.Job> queues = new ArrayList<>();
        for (int index = 0; index < topics.size(); index++) {
            TopicSpec topic = topics.get(index);
            String doing = "creating the topic " + topic.name();
            checks.add(new Nodes.Job(index, doing, channel -> refuseExisting(channel, topic)));
            exchanges.add(new Nodes.Job(index, doing, channel -> declareExchange(channel, topic)));
            for (Topology.Queue queue : topology.queues(topic, topic.subscriptions(), index)) {
                queues.add(new Nodes.Job(queue.node(), doing, channel -> declare(channel, topic, queue)));
            }
        }
        nodes.run(checks);
        try {
            if (topology.kind() == QueueKind.MIRRORED) {
                policies.set(topics);
            }
            nodes.run(exchanges);
            nodes.run(queues);
            nodes.run(sightings(topics));
            if (topology.kind() == QueueKind.MIRRORED && copies > 1) {
                policies.awaitMirrors(topics.stream()
                        .flatMap(topic -> topology.queues(topic, topic.subscriptions(), 0).stream())
                        .map(Topology.Queue::name)
                        .toList());
            }
        } catch (DriverException e) {
            try {
                delete(topics);
            } catch (DriverException inTheWay) {
                e.addSuppressed(inTheWay);
            }
            throw e;
        }
    }

    /** Declares and binds the queues of a subscription that its topic does not name; they get messages published from now on. */
    void addSubscription(TopicSpec topic, String subscription) throws DriverException {
        if (topology.kind() == QueueKind.STREAM || topic.subscriptions().contains(subscription)) {
            return;
        }
        late.computeIfAbsent(topic.name(), key -> new LinkedHashSet<>()).add(subscription);
        List<Nodes.Job> queues = new ArrayList<>();
        for (Topology.Queue queue : topology.queues(topic, List.of(subscription), 0)) {
            queues.add(new Nodes.Job(
                    queue.node(),
                    "creating the subscription " + subscription,
                    channel -> declare(channel, topic, queue)));
        }
        nodes.run(queues);
        nodes.run(sightings(topic, topology.queues(topic, List.of(subscription), 0)));
    }

    private List<Nodes.Job> sightings(List<TopicSpec> topics) {
        List<Nodes.Job> jobs = new ArrayList<>();
        for (int index = 0; index < topics.size(); index++) {
            TopicSpec topic = topics.get(index);
            jobs.addAll(sightings(topic, topology.queues(topic, topic.subscriptions(), index)));
        }
        return jobs;
    }

    /**
     * Makes each node see each binding. The node where it was made confirms it before the others route by it: Mnesia commits a change of
     * tables of several kinds there a moment later (mnesia_tm, the protocol for asymmetric transactions), Khepri promises others nothing
     * (RabbitMQ's "Consistency Model and Visibility Guarantees"). Until then such a node returns messages as unroutable. Binding once more
     * changes nothing, but waits there: for Mnesia's lock, or for its turn in Khepri's log.
     */
    private List<Nodes.Job> sightings(TopicSpec topic, List<Topology.Queue> queues) {
        List<Nodes.Job> jobs = new ArrayList<>();
        for (Topology.Queue queue : queues) {
            for (int other = 1; other < nodes.count(); other++) {
                jobs.add(new Nodes.Job(
                        queue.node() + other,
                        "waiting until every node knows the topic " + topic.name(),
                        channel -> bindAgain(channel, topic, queue)));
            }
        }
        return jobs;
    }

    /** Binds again. A node that does not know the exchange or the queue yet answers that they are not there, and closes the channel. */
    private void bindAgain(Channel channel, TopicSpec topic, Topology.Queue queue) throws IOException {
        RetryWindow window = new RetryWindow(VISIBLE_LIMIT, BETWEEN_ATTEMPTS);
        Channel current = channel;
        while (true) {
            try {
                bind(current, topic, queue);
                return;
            } catch (IOException | ShutdownSignalException e) {
                if (!RabbitMqFailures.isNotFound(e) || window.isOver()) {
                    throw e;
                }
                window.pause();
                current = channel.getConnection().createChannel();
            }
        }
    }

    /** Refuses an existing topic. A question for a missing one costs the channel; AMQP has no other way to ask. */
    private void refuseExisting(Channel channel, TopicSpec topic) throws IOException, DriverException {
        try {
            channel.exchangeDeclarePassive(topology.exchange(topic));
        } catch (IOException | ShutdownSignalException e) {
            if (RabbitMqFailures.isNotFound(e)) {
                return;
            }
            throw e;
        }
        throw new DriverException("the topic " + topic.name()
                + " already exists; Assay uses only topics that it creates itself: delete it or choose another name");
    }

    /** Returns the names of topics whose exchange, policy or one of whose queues exists. */
    List<String> existing(List<TopicSpec> topics) throws DriverException {
        Set<String> names = ConcurrentHashMap.newKeySet();
        List<Nodes.Job> looks = new ArrayList<>();
        for (int index = 0; index < topics.size(); index++) {
            TopicSpec topic = topics.get(index);
            String doing = "looking for the topic " + topic.name();
            looks.add(new Nodes.Job(
                    index,
                    doing,
                    look(topic, names, channel -> channel.exchangeDeclarePassive(topology.exchange(topic)))));
            for (Topology.Queue queue : topology.queues(topic, topic.subscriptions(), index)) {
                looks.add(new Nodes.Job(
                        queue.node(), doing, look(topic, names, channel -> channel.queueDeclarePassive(queue.name()))));
            }
        }
        nodes.run(looks);
        if (topology.kind() == QueueKind.MIRRORED) {
            names.addAll(policies.existing(topics));
        }
        return topics.stream().map(TopicSpec::name).filter(names::contains).toList();
    }

    private static Nodes.Action look(TopicSpec topic, Set<String> names, Nodes.Action passively) {
        return channel -> {
            try {
                passively.on(channel);
                names.add(topic.name());
            } catch (IOException | ShutdownSignalException e) {
                if (!RabbitMqFailures.isNotFound(e)) {
                    throw e;
                }
            }
        };
    }

    private void declareExchange(Channel channel, TopicSpec topic) throws IOException {
        Map<String, Object> asSuperStream =
                topology.kind() == QueueKind.STREAM ? Map.of("x-super-stream", true) : Map.of();
        channel.exchangeDeclare(topology.exchange(topic), exchange, true, false, asSuperStream);
    }

    private void declare(Channel channel, TopicSpec topic, Topology.Queue queue) throws IOException {
        channel.queueDeclare(queue.name(), true, false, false, arguments);
        bind(channel, topic, queue);
    }

    private void bind(Channel channel, TopicSpec topic, Topology.Queue queue) throws IOException {
        Map<String, Object> place = new HashMap<>();
        if (topology.kind() == QueueKind.STREAM) {
            place.put("x-stream-partition-order", queue.partition());
        }
        channel.queueBind(queue.name(), topology.exchange(topic), Topology.routingKey(queue.partition()), place);
    }

    /**
     * Deletes topics; missing ones are no error. Exchanges go after their queues: RabbitMQ 3.10 fails with an internal error when both go
     * at once.
     */
    void delete(List<TopicSpec> topics) throws DriverException {
        List<Nodes.Job> exchanges = new ArrayList<>();
        List<Nodes.Job> queues = new ArrayList<>();
        for (int index = 0; index < topics.size(); index++) {
            TopicSpec topic = topics.get(index);
            String doing = "deleting the topic " + topic.name();
            exchanges.add(new Nodes.Job(index, doing, channel -> channel.exchangeDelete(topology.exchange(topic))));
            for (Topology.Queue queue : queues(topic, index)) {
                queues.add(new Nodes.Job(queue.node(), doing, channel -> deleteQueue(channel, queue)));
            }
        }
        nodes.run(queues);
        nodes.run(exchanges);
        if (topology.kind() == QueueKind.MIRRORED) {
            policies.remove(topics);
        }
        topics.forEach(topic -> late.remove(topic.name()));
    }

    private static void deleteQueue(Channel channel, Topology.Queue queue) throws IOException {
        try {
            channel.queueDelete(queue.name());
        } catch (IOException | ShutdownSignalException e) {
            if (!RabbitMqFailures.isNotFound(e)) {
                throw e;
            }
        }
    }

    /** Returns all queues of a topic, those of added subscriptions included. */
    List<Topology.Queue> queues(TopicSpec topic, int firstNode) {
        Set<String> subscriptions = new LinkedHashSet<>(topic.subscriptions());
        subscriptions.addAll(late.getOrDefault(topic.name(), Set.of()));
        return topology.queues(topic, subscriptions, firstNode);
    }
}
