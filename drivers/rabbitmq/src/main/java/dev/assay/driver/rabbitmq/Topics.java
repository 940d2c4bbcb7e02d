package dev.assay.driver.rabbitmq;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.assay.core.scenario.QueueKind;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates and deletes exchanges and queues. A queue is led by the node where it is declared, so these take turns. */
final class Topics {
    private final Topology topology;
    private final Map<String, Object> arguments;
    private final Nodes nodes;
    private final MirrorPolicies policies;

    /** Subscriptions that were opened without having been named before, by topic. */
    private final Map<String, Set<String>> late = new LinkedHashMap<>();

    Topics(RabbitMqSettings settings, Nodes nodes, MirrorPolicies policies) {
        this.topology = new Topology(settings.queue());
        this.arguments = QueueArguments.values(settings.topic());
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
        refuseExisting(topics);
        try {
            if (topology.kind() == QueueKind.MIRRORED) {
                policies.set(topics);
            }
            nodes.each(topics, (channel, topic, turn) -> declareExchange(channel.get(), topic));
            nodes.each(placed(topics), (channel, queue, turn) -> declare(channel.get(), queue));
        } catch (DriverException e) {
            try {
                delete(topics);
            } catch (DriverException inTheWay) {
                e.addSuppressed(inTheWay);
            }
            throw e;
        }
    }

    /** A queue of a topic. */
    private record Placed(TopicSpec topic, Topology.Queue queue) {}

    /** In the order of their nodes: {@link Nodes#each} deals them out in turn. */
    private List<Placed> placed(List<TopicSpec> topics) {
        List<Placed> placed = new ArrayList<>();
        for (int index = 0; index < topics.size(); index++) {
            TopicSpec topic = topics.get(index);
            topology.queues(topic, subscriptions(topic), index)
                    .forEach(queue -> placed.add(new Placed(topic, queue)));
        }
        return placed;
    }

    private Set<String> subscriptions(TopicSpec topic) {
        Set<String> all = new LinkedHashSet<>(topic.subscriptions());
        all.addAll(late.getOrDefault(topic.name(), Set.of()));
        return all;
    }
}
