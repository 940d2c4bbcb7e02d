package dev.assay.driver.kafka;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Waits until new topics can be used: leaders there, all replicas in sync, and every broker with a replica serves it. */
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
        long deadline = System.nanoTime() + limit.toNanos();
        for (int from = 0; from < topics.size(); from += CHUNK) {
            List<TopicSpec> chunk = topics.subList(from, Math.min(from + CHUNK, topics.size()));
            Collection<TopicDescription> ready = awaitLeaders(chunk, deadline);
            for (Map.Entry<Integer, List<TopicPartition>> broker : hosted(ready).entrySet()) {
                awaitReplicas(broker.getKey(), broker.getValue(), deadline);
            }
        }
    }

    private Collection<TopicDescription> awaitLeaders(List<TopicSpec> topics, long deadline) throws DriverException {
        while (true) {
            Map<String, TopicDescription> seen = describe(topics);
            TopicSpec missing = topics.stream()
                    .filter(topic -> !isReady(topic, seen.get(topic.name())))
                    .findFirst()
                    .orElse(null);
            if (missing == null) {
                return seen.values();
            }
            if (System.nanoTime() > deadline) {
                throw new DriverException("the topic " + missing.name() + " was created, but not all of its "
                        + missing.partitions() + " partitions have a leader and " + replication + " replicas in sync");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private Map<String, TopicDescription> describe(List<TopicSpec> topics) throws DriverException {
        List<String> names = topics.stream().map(TopicSpec::name).toList();
        Map<String, TopicDescription> seen = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                admin.describeTopics(names).topicNameValues().entrySet()) {
            try {
                seen.put(
                        answer.getKey(),
                        Failures.await(answer.getValue(), "describing the topic " + answer.getKey(), ANSWER_SECONDS));
            } catch (DriverException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        return seen;
    }

    private boolean isReady(TopicSpec topic, @Nullable TopicDescription seen) {
        return seen != null
                && seen.partitions().size() == topic.partitions()
                && seen.partitions().stream().allMatch(this::isReady);
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
     * Asks one broker about its replicas: metadata reaches each broker in its own time, and of the administrative requests
     * this is the one that can be sent to a chosen broker for chosen partitions. Where the user may not ask, leaders must do.
     */
    private void awaitReplicas(int broker, List<TopicPartition> replicas, long deadline) throws DriverException {
        DescribeProducersOptions toBroker = new DescribeProducersOptions().brokerId(broker);
        for (int from = 0; from < replicas.size(); from += CHUNK) {
            List<TopicPartition> chunk = replicas.subList(from, Math.min(from + CHUNK, replicas.size()));
            while (!serves(chunk, toBroker)) {
                if (System.nanoTime() > deadline) {
                    throw new DriverException("broker " + broker
                            + " does not serve its replicas of new topics, such as " + chunk.getFirst());
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        }
    }

    private boolean serves(List<TopicPartition> replicas, DescribeProducersOptions options) throws DriverException {
        try {
            Failures.await(admin.describeProducers(replicas, options).all(), "asking for replicas", ANSWER_SECONDS);
            return true;
        } catch (DriverException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return true;
            }
            if (e.getCause() instanceof NotLeaderOrFollowerException
                    || e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }
}
