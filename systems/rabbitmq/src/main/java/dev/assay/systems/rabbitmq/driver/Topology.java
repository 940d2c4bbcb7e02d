package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.TopicSpec;
import dev.assay.systems.rabbitmq.QueueKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Maps topics to RabbitMQ: a direct exchange for each topic; for each partition and subscription a queue, bound with the partition's number
 * as routing key. A stream keeps read messages, so there is one for each partition, and all subscriptions read it; exchange and streams
 * together are a super stream.
 */
record Topology(QueueKind kind) {
    /** The prefix of queues that a policy of Assay mirrors. */
    static final String MIRRORED = "assay-mirrored.";

    /** @param node index of the node that is to lead it, before it is wrapped around the number of nodes */
    record Queue(String name, int partition, int node) {}

    String exchange(TopicSpec topic) {
        return topic.name();
    }

    static String routingKey(int partition) {
        return Integer.toString(partition);
    }

    String queue(TopicSpec topic, String subscription, int partition) {
        return switch (kind) {
            case STREAM -> topic.name() + "-" + partition;
            case MIRRORED -> MIRRORED + topic.name() + "." + subscription + "." + partition;
            case CLASSIC, QUORUM -> topic.name() + "." + subscription + "." + partition;
        };
    }

    /**
     * Lists all queues of a topic for these subscriptions.
     *
     * @param firstNode index of the node that leads the first of them; the others go around
     */
    List<Queue> queues(TopicSpec topic, Collection<String> subscriptions, int firstNode) {
        List<Queue> queues = new ArrayList<>();
        for (String subscription : kind == QueueKind.STREAM ? List.of("") : subscriptions) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                queues.add(new Queue(queue(topic, subscription, partition), partition, firstNode + partition));
            }
        }
        return queues;
    }
}
