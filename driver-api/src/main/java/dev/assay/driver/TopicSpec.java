package dev.assay.driver;

import java.util.List;

/**
 * A topic to be created for one trial.
 *
 * @param subscriptions names of the subscriptions that will be opened: a system that keeps messages for each of them
 *     apart makes room for all before the first message comes
 */
public record TopicSpec(String name, int partitions, List<String> subscriptions) {
    public TopicSpec {
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "topic " + name + " needs at least one partition, but has " + partitions);
        }
        subscriptions = List.copyOf(subscriptions);
    }
}
