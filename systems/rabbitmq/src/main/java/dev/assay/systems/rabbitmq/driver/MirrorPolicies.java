package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sets policies that mirror queues: one for the topics of each trial, under a name that only Assay gives. */
final class MirrorPolicies {
    static final Map<String, Object> EVERYWHERE = Map.of("ha-mode", "all", "ha-sync-mode", "automatic");

    private static final Duration SYNC_LIMIT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Management management;

    MirrorPolicies(Management management) {
        this.management = management;
    }

    /** Mirrors all queues of these topics on all nodes, also those that are declared later. */
    void set(List<TopicSpec> topics) throws DriverException {
        for (String group : groups(topics)) {
            String name = Topology.MIRRORED + group;
            management.setPolicy(name, "^" + literally(name) + "(-\\d+)?\\.", EVERYWHERE);
        }
    }

    /**
     * Waits until all mirrors of these queues hold what their leaders do: a confirm does not wait for mirrors that are not in sync.
     *
     * @throws DriverException when they do not within 30 s
     */
    void awaitMirrors(List<String> queues) throws DriverException {
        RetryWindow window = new RetryWindow(SYNC_LIMIT, BETWEEN_LOOKS);
        for (String queue : queues) {
            Map<String, Object> reported = management.queue(queue);
            while (size(reported, "slave_nodes") == 0
                    || size(reported, "synchronised_slave_nodes") < size(reported, "slave_nodes")) {
                if (window.isOver()) {
                    throw new DriverException(
                            "the queue " + queue + " was created, but its mirrors are not in sync after "
                                    + SYNC_LIMIT.toSeconds() + " s: " + reported);
                }
                window.pause();
                reported = management.queue(queue);
            }
        }
    }

    private static int size(Map<String, Object> reported, String list) {
        return reported.get(list) instanceof List<?> all ? all.size() : 0;
    }

    private static String literally(String name) {
        return name.replaceAll("[^A-Za-z0-9_-]", "\\\\$0");
    }

    /** Returns the names of topics whose policy exists. */
    Set<String> existing(List<TopicSpec> topics) throws DriverException {
        Set<String> policies = management.policies();
        return topics.stream()
                .map(TopicSpec::name)
                .filter(name -> policies.contains(Topology.MIRRORED + group(name)))
                .collect(Collectors.toSet());
    }

    void remove(List<TopicSpec> topics) throws DriverException {
        for (String group : groups(topics)) {
            management.removePolicy(Topology.MIRRORED + group);
        }
    }

    /** Returns the groups: topics {@code NAME-NUMBER} belong to {@code NAME}. */
    private static Set<String> groups(List<TopicSpec> topics) {
        Set<String> groups = new TreeSet<>();
        topics.forEach(topic -> groups.add(group(topic.name())));
        return groups;
    }

    private static String group(String topic) {
        return topic.replaceFirst("-\\d+$", "");
    }
}
