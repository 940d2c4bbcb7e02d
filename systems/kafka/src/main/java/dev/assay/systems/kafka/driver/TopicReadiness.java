package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Waits until new topics can be used: all leaders are there, all replicas in sync, and every broker with a replica serves it. */
final class TopicReadiness {
    private static final int CHUNK = 500;
    private static final int ANSWER_SECONDS = 60;
    private static final Duration AT_LEAST = Duration.ofSeconds(60);
    private static final Duration PER_PARTITION = Duration.ofMillis(20);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final Admin admin;
    private final int replication;

    TopicReadiness(Admin admin, int replication) {
        this.admin = admin;
        this.replication = replication;
    }

    /** @throws DriverException when the topics are not ready in time, naming one that is not */
    void await(List<TopicSpec> topics) throws DriverException {
        int partitions = topics.stream().mapToInt(TopicSpec::partitions).sum();
        Duration limit = AT_LEAST.plus(PER_PARTITION.multipliedBy(partitions));
        RetryWindow window = new RetryWindow(limit, BETWEEN_LOOKS);
        String within = " within " + limit.toSeconds() + " s";
        for (int from = 0; from < topics.size(); from += CHUNK) {
            List<TopicSpec> chunk = topics.subList(from, Math.min(from + CHUNK, topics.size()));
            Collection<TopicDescription> ready = awaitLeaders(chunk, window, within);
            for (Map.Entry<Integer, List<TopicPartition>> broker : hosted(ready).entrySet()) {
                awaitReplicas(broker.getKey(), broker.getValue(), window, within);
            }
        }
    }

    private Collection<TopicDescription> awaitLeaders(List<TopicSpec> topics, RetryWindow window, String within)
            throws DriverException {
        while (true) {
            Map<String, TopicDescription> descriptions = describe(topics);
            TopicSpec missing = topics.stream()
                    .filter(topic -> !isReady(topic, descriptions.get(topic.name())))
                    .findFirst()
                    .orElse(null);
            if (missing == null) {
                return descriptions.values();
            }
            if (window.isOver()) {
                throw new DriverException("the topic " + missing.name() + " was created, but not all of its "
                        + missing.partitions() + " partitions had a leader and " + replication + " replicas in sync"
                        + within
                        + ": " + ready(descriptions.get(missing.name())) + " had");
            }
            window.pause();
        }
    }

    private Map<String, TopicDescription> describe(List<TopicSpec> topics) throws DriverException {
        List<String> names = topics.stream().map(TopicSpec::name).toList();
        Map<String, TopicDescription> descriptions = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                admin.describeTopics(names).topicNameValues().entrySet()) {
            try {
                descriptions.put(
                        answer.getKey(),
                        KafkaFailures.await(
                                answer.getValue(), "describing the topic " + answer.getKey(), ANSWER_SECONDS));
            } catch (DriverException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        return descriptions;
    }

    private long ready(@Nullable TopicDescription description) {
        return description == null
                ? 0
                : description.partitions().stream().filter(this::isReady).count();
    }

    private boolean isReady(TopicSpec topic, @Nullable TopicDescription description) {
        return description != null
                && description.partitions().size() == topic.partitions()
                && description.partitions().stream().allMatch(this::isReady);
    }

    private boolean isReady(TopicPartitionInfo partition) {
        Node leader = partition.leader();
        return leader != null && !leader.isEmpty() && partition.isr().size() >= replication;
    }

    private static Map<Integer, List<TopicPartition>> hosted(Collection<TopicDescription> topics) {
        Map<Integer, List<TopicPartition>> hosted = new HashMap<>();
        for (TopicDescription topic : topics) {
            for (TopicPartitionInfo partition : topic.partitions()) {
                for (Node replica : partition.replicas()) {
                    hosted.computeIfAbsent(replica.id(), id -> new ArrayList<>())
                            .add(new TopicPartition(topic.name(), partition.partition()));
                }
            }
        }
        return hosted;
    }

    /**
     * Asks one broker for its replicas, since metadata reaches each broker in its own time, and this is one of the administrative requests
     * that can be sent to a chosen broker. Where the user may not ask, leaders suffice.
     */
    private void awaitReplicas(int broker, List<TopicPartition> replicas, RetryWindow window, String within)
            throws DriverException {
        Set<TopicPartition> missing = new HashSet<>(replicas);
        while (true) {
            missing.removeAll(held(broker, missing));
            if (missing.isEmpty()) {
                return;
            }
            if (window.isOver()) {
                throw new DriverException(
                        "broker " + broker + " did not have its replicas of new topics" + within + ": "
                                + missing.size() + " of " + replicas.size() + " were missing, such as "
                                + missing.iterator().next());
            }
            window.pause();
        }
    }

    /** Returns the wanted replicas that the broker has; all of them where the user may not ask. */
    private Set<TopicPartition> held(int broker, Set<TopicPartition> wanted) throws DriverException {
        try {
            Map<String, LogDirDescription> folders = KafkaFailures.await(
                            admin.describeLogDirs(List.of(broker)).allDescriptions(),
                            "asking broker " + broker + " for its replicas",
                            ANSWER_SECONDS)
                    .getOrDefault(broker, Map.of());
            return folders.values().stream()
                    .flatMap(folder -> folder.replicaInfos().keySet().stream())
                    .collect(Collectors.toSet());
        } catch (DriverException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return Set.copyOf(wanted);
            }
            throw e;
        }
    }
}
