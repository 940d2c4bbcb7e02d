package dev.assay.systems.kafka.driver;

import dev.assay.driver.CreationProgress;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.CreatedPartitions;
import dev.assay.driver.client.PartitionWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates and deletes topics in requests of a size that the controller takes: it refuses more than 10 000 records in one. */
final class KafkaTopics {
    private static final int LIMIT_SECONDS = 90;
    private static final int MAX_PARTITIONS_AT_ONCE = 2_000;
    private static final int MAX_TOPICS_AT_ONCE = 500;

    private final Admin admin;
    private final KafkaSettings settings;

    KafkaTopics(Admin admin, KafkaSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /**
     * Creates all topics or none, and waits until their partitions can be used.
     *
     * @throws DriverException when one exists or the cluster refuses; those created by this call are deleted again
     */
    void create(List<TopicSpec> topics, CreationProgress progress) throws DriverException {
        List<TopicSpec> created = new ArrayList<>();
        CreatedPartitions partitions = new CreatedPartitions(topics, progress);
        try {
            for (List<TopicSpec> chunk : chunks(topics)) {
                createChunk(chunk, created);
                chunk.forEach(topic -> partitions.add(atFirst(topic)));
            }
            for (TopicSpec topic : topics) {
                grow(topic, partitions);
            }
            new TopicReadiness(admin, settings.replication()).await(topics);
        } catch (DriverException e) {
            try {
                delete(created);
            } catch (DriverException inTheWay) {
                e.addSuppressed(inTheWay);
            }
            throw e;
        }
    }

    List<String> existing(List<TopicSpec> topics) throws DriverException {
        List<String> existing = new ArrayList<>();
        for (List<TopicSpec> chunk : chunks(topics)) {
            List<String> names = chunk.stream().map(TopicSpec::name).toList();
            for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                    admin.describeTopics(names).topicNameValues().entrySet()) {
                try {
                    KafkaFailures.await(answer.getValue(), "looking for the topic " + answer.getKey(), LIMIT_SECONDS);
                    existing.add(answer.getKey());
                } catch (DriverException e) {
                    if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                        throw e;
                    }
                }
            }
        }
        return existing;
    }

    /**
     * Deletes topics; missing ones are no error.
     *
     * @throws DriverException naming the topics left, once all have been tried
     */
    void delete(List<TopicSpec> topics) throws DriverException {
        List<TopicSpec> left = new ArrayList<>();
        List<DriverException> failures = new ArrayList<>();
        for (List<TopicSpec> chunk : chunks(topics)) {
            deleteChunk(chunk, left, failures);
        }
        if (!left.isEmpty()) {
            DriverException first = failures.getFirst();
            throw new DriverException(first.getMessage() + "; " + PartitionWork.left(left, topics.size()), first);
        }
    }

    private void deleteChunk(List<TopicSpec> chunk, List<TopicSpec> left, List<DriverException> failures) {
        long limit = PartitionWork.limitSeconds(chunk);
        List<String> names = chunk.stream().map(TopicSpec::name).toList();
        Map<String, KafkaFuture<Void>> answers = admin.deleteTopics(
                        names, new DeleteTopicsOptions().timeoutMs((int) (limit * 1000)))
                .topicNameValues();
        for (TopicSpec topic : chunk) {
            try {
                KafkaFuture<Void> answer = Objects.requireNonNull(answers.get(topic.name()));
                KafkaFailures.await(answer, "deleting the topic " + topic.name(), limit);
            } catch (DriverException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    left.add(topic);
                    failures.add(e);
                }
            }
        }
    }

    private void createChunk(List<TopicSpec> chunk, List<TopicSpec> created) throws DriverException {
        long limit = PartitionWork.limitSeconds(chunk);
        Map<String, String> config = new HashMap<>();
        settings.topic().forEach((name, setting) -> config.put(name, setting.value()));
        List<NewTopic> wanted = chunk.stream()
                .map(topic -> new NewTopic(
                                topic.name(), Optional.of(atFirst(topic)), Optional.of(settings.replication()))
                        .configs(config))
                .toList();
        Map<String, KafkaFuture<Void>> answers = admin.createTopics(
                        wanted, new CreateTopicsOptions().timeoutMs((int) (limit * 1000)))
                .values();
        DriverException first = null;
        for (TopicSpec topic : chunk) {
            try {
                KafkaFuture<Void> answer = Objects.requireNonNull(answers.get(topic.name()));
                KafkaFailures.await(
                        answer,
                        "creating the topic " + topic.name() + " with " + topic.partitions() + " partitions",
                        limit);
                created.add(topic);
            } catch (DriverException e) {
                first = first == null ? explained(topic, e) : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static DriverException explained(TopicSpec topic, DriverException e) {
        return e.getCause() instanceof TopicExistsException
                ? new DriverException(
                        "the topic " + topic.name()
                                + " already exists; Assay uses only topics that it creates itself: delete it or choose another name",
                        e.getCause())
                : e;
    }

    /** Adds the partitions that don't fit into one request. */
    private void grow(TopicSpec topic, CreatedPartitions partitions) throws DriverException {
        int count = atFirst(topic);
        while (count < topic.partitions()) {
            int have = Math.min(count + MAX_PARTITIONS_AT_ONCE, topic.partitions());
            KafkaFailures.await(
                    admin.createPartitions(Map.of(topic.name(), NewPartitions.increaseTo(have)))
                            .all(),
                    "growing the topic " + topic.name() + " to " + have + " of " + topic.partitions() + " partitions",
                    PartitionWork.limitSeconds(List.of(topic)));
            partitions.add(have - count);
            count = have;
        }
    }

    private static int atFirst(TopicSpec topic) {
        return Math.min(topic.partitions(), MAX_PARTITIONS_AT_ONCE);
    }

    private static List<List<TopicSpec>> chunks(List<TopicSpec> topics) {
        List<List<TopicSpec>> chunks = new ArrayList<>();
        List<TopicSpec> chunk = new ArrayList<>();
        int partitions = 0;
        for (TopicSpec topic : topics) {
            boolean full = chunk.size() == MAX_TOPICS_AT_ONCE || partitions + atFirst(topic) > MAX_PARTITIONS_AT_ONCE;
            if (full && !chunk.isEmpty()) {
                chunks.add(chunk);
                chunk = new ArrayList<>();
                partitions = 0;
            }
            chunk.add(topic);
            partitions += atFirst(topic);
        }
        if (!chunk.isEmpty()) {
            chunks.add(chunk);
        }
        return chunks;
    }
}
