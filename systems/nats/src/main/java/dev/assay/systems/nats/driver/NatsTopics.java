package dev.assay.systems.nats.driver;

import dev.assay.driver.CreationProgress;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.CreatedPartitions;
import dev.assay.driver.client.PartitionWork;
import dev.assay.driver.client.RetryWindow;
import dev.assay.systems.nats.JetStreamSettings;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.support.JsonParseException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Creates and deletes the streams of topics: one for each partition, whose only subject has its name. */
final class NatsTopics {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    private static final int MAX_NAMED = 3;

    private final JetStreamManagement management;
    private final NatsSettings settings;

    NatsTopics(JetStreamManagement management, NatsSettings settings) {
        this.management = management;
        this.settings = settings;
    }

    /** Returns the name of a partition's stream, and of its subject. */
    static String stream(TopicSpec topic, int partition) {
        return topic.name() + "-" + partition;
    }

    /** Returns the streams of all partitions, in order. */
    static List<String> streams(TopicSpec topic) {
        return IntStream.range(0, topic.partitions())
                .mapToObj(partition -> stream(topic, partition))
                .toList();
    }

    /**
     * Creates all topics or none.
     *
     * @throws DriverException when one exists or the cluster refuses; those created by this call are deleted again
     */
    void create(List<TopicSpec> topics, CreationProgress progress) throws DriverException {
        // A server takes a second request to create the same stream for the first one.
        List<String> existing = existing(topics);
        if (!existing.isEmpty()) {
            throw new DriverException(
                    "the topic " + existing.getFirst()
                            + " already exists; Assay uses only topics that it creates itself: delete it or choose another name");
        }
        CreatedPartitions partitions = new CreatedPartitions(topics, progress);
        List<TopicSpec> begun = new ArrayList<>();
        try {
            for (TopicSpec topic : topics) {
                begun.add(topic);
                for (String stream : streams(topic)) {
                    create(stream);
                    partitions.add(1);
                }
            }
        } catch (DriverException e) {
            try {
                delete(begun);
            } catch (DriverException inTheWay) {
                e.addSuppressed(inTheWay);
            }
            throw e;
        }
    }

    private void create(String stream) throws DriverException {
        String doing = "creating the stream " + stream + " with " + settings.replication() + " copies";
        StreamConfiguration configuration = configuration(stream);
        RetryWindow window = new RetryWindow(PATIENCE, BETWEEN_TRIES);
        while (true) {
            try {
                management.addStream(configuration);
                return;
            } catch (JetStreamApiException | IOException e) {
                // Where an answer was lost, the same request returns what exists by then.
                if (!NatsFailures.mayPass(e) || window.isOver()) {
                    throw NatsFailures.failed(doing, e);
                }
            }
            window.pause();
        }
    }

    /** Returns the stream's configuration, built from JSON as JetStream's API has it. */
    private StreamConfiguration configuration(String stream) throws DriverException {
        Map<String, String> json = new TreeMap<>();
        json.put("name", quoted(stream));
        json.put("subjects", "[" + quoted(stream) + "]");
        json.put("storage", quoted(settings.storage().toString()));
        json.put("retention", quoted(settings.retention().vendors()));
        json.put("num_replicas", Integer.toString(settings.replication()));
        settings.stream().forEach((name, setting) -> json.put(name, value(name, setting)));
        try {
            return StreamConfiguration.instance(object(json));
        } catch (JsonParseException | IllegalArgumentException e) {
            throw NatsFailures.failed("configuring the stream " + stream, e);
        }
    }

    private static String value(String name, Setting setting) {
        return JetStreamSettings.STREAM.json(name, setting.value());
    }

    /** Quotes a name, which needs no escaping in JSON. */
    static String quoted(String name) {
        return "\"" + name + "\"";
    }

    /** Returns a JSON object of values that are JSON already. */
    static String object(Map<String, String> json) {
        return json.entrySet().stream()
                .map(each -> quoted(each.getKey()) + ":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Returns the names of topics of which any stream exists. */
    List<String> existing(List<TopicSpec> topics) throws DriverException {
        Set<String> names = names();
        return topics.stream()
                .filter(topic -> streams(topic).stream().anyMatch(names::contains))
                .map(TopicSpec::name)
                .toList();
    }

    /** Returns the numbers of the partitions whose streams are missing, for each topic that lacks some. */
    Map<TopicSpec, Set<Integer>> lost(List<TopicSpec> topics) throws DriverException {
        Set<String> names = names();
        Map<TopicSpec, Set<Integer>> lost = new HashMap<>();
        for (TopicSpec topic : topics) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                if (!names.contains(stream(topic, partition))) {
                    lost.computeIfAbsent(topic, _ -> new TreeSet<>()).add(partition);
                }
            }
        }
        return lost;
    }

    /** Returns the names of all streams, for which the leader of the servers' own group answers. */
    private Set<String> names() throws DriverException {
        try {
            return new HashSet<>(management.getStreamNames());
        } catch (IOException | JetStreamApiException e) {
            throw NatsFailures.failed("looking for streams", e);
        }
    }

    /**
     * Deletes topics with their consumers; missing ones are no error.
     *
     * @throws DriverException naming the topics left, once all have been tried
     */
    void delete(List<TopicSpec> topics) throws DriverException {
        List<TopicSpec> left = new ArrayList<>();
        DriverException first = null;
        for (TopicSpec topic : topics) {
            try {
                delete(topic);
            } catch (DriverException e) {
                left.add(topic);
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw new DriverException(first.getMessage() + "; " + PartitionWork.left(left, topics.size()), first);
        }
        awaitGone(topics);
    }

    /** Waits until no stream is listed: the server that lists them may do so a moment after it was confirmed that one is deleted. */
    private void awaitGone(List<TopicSpec> topics) throws DriverException {
        RetryWindow window = new RetryWindow(PATIENCE, BETWEEN_TRIES);
        while (!areGone(topics, window)) {
            window.pause();
        }
    }

    private boolean areGone(List<TopicSpec> topics, RetryWindow window) throws DriverException {
        List<String> listed;
        try {
            listed = existing(topics);
        } catch (DriverException e) {
            if (!NatsFailures.mayPass(e.getCause()) || window.isOver()) {
                throw e;
            }
            return false;
        }
        if (!listed.isEmpty() && window.isOver()) {
            throw new DriverException("%d of %d topics were deleted and are still listed: %s%s"
                    .formatted(
                            listed.size(),
                            topics.size(),
                            listed.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")),
                            listed.size() > MAX_NAMED ? ", ..." : ""));
        }
        return listed.isEmpty();
    }

    private void delete(TopicSpec topic) throws DriverException {
        for (String stream : streams(topic)) {
            try {
                management.deleteStream(stream);
            } catch (JetStreamApiException e) {
                if (!NatsFailures.isNotFound(e)) {
                    throw NatsFailures.failed("deleting the stream " + stream, e);
                }
            } catch (IOException e) {
                throw NatsFailures.failed("deleting the stream " + stream, e);
            }
        }
    }
}
