package dev.assay.driver;

import java.util.List;
import java.util.stream.Stream;

/**
 * @param subscriptions names of the subscriptions that will be opened: a system that keeps messages for each of them
 *     apart makes room for all before the first message comes
 * @param queues those of them whose consumers take messages from all partitions, whatever their number, and acknowledge each
 *     by itself once their listener has returned; what one of them leaves unacknowledged goes to another. There is no order
 */
public record TopicSpec(String name, int partitions, List<String> subscriptions, List<String> queues) {
    public TopicSpec {
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "topic " + name + " needs at least one partition, but has " + partitions);
        }
        subscriptions = List.copyOf(subscriptions);
        queues = List.copyOf(queues);
        if (!subscriptions.containsAll(queues)) {
            throw new IllegalArgumentException(
                    "topic " + name + " has the queues " + queues + ", but only the subscriptions " + subscriptions);
        }
    }

    public TopicSpec(String name, int partitions, List<String> subscriptions) {
        this(name, partitions, subscriptions, List.of());
    }

    public boolean isQueue(String subscription) {
        return queues.contains(subscription);
    }

    /** Returns the name under which a topic is read again to recheck that subscription, where the system keeps messages. */
    public static String recheckGroup(String subscription) {
        return subscription + "-again";
    }

    /** Returns all names that consumers of the topic can use: its subscriptions, and those of rechecks. */
    public List<String> groups() {
        return subscriptions.stream()
                .flatMap(name -> Stream.of(name, recheckGroup(name)))
                .toList();
    }
}
