package dev.assay.driver.rabbitmq;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The policies that have queues mirrored: one for the topics of each trial, under a name that only Assay gives. */
final class MirrorPolicies {
    private static final Map<String, Object> EVERYWHERE = Map.of("ha-mode", "all", "ha-sync-mode", "automatic");

    private final Management management;

    MirrorPolicies(Management management) {
        this.management = management;
    }

    /** Has all queues of these topics mirrored on all nodes, those that are declared later included. */
    void set(List<TopicSpec> topics) throws DriverException {
        for (String group : groups(topics)) {
            management.setPolicy(
                    Topology.MIRRORED + group,
                    "^" + Topology.MIRRORED.replace(".", "\\.") + group + "-\\d+\\.",
                    EVERYWHERE);
        }
    }

    void remove(List<TopicSpec> topics) throws DriverException {
        for (String group : groups(topics)) {
            management.removePolicy(Topology.MIRRORED + group);
        }
    }

    /** Topics {@code NAME-NUMBER} are of the group {@code NAME}. */
    private static Set<String> groups(List<TopicSpec> topics) {
        Set<String> groups = new TreeSet<>();
        topics.forEach(topic -> groups.add(topic.name().replaceFirst("-\\d+$", "")));
        return groups;
    }
}
