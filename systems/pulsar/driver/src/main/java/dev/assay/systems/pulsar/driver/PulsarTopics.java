package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException.ConflictException;
import org.apache.pulsar.client.admin.PulsarAdminException.NotFoundException;

/**
 * Creates and deletes partitioned topics and their namespaces. A topic {@code NAME-NUMBER} lies in the namespace
 * {@code NAME}, so that all topics of a trial share one.
 */
final class PulsarTopics {
    private static final int LIMIT_SECONDS = 90;
    private static final int AT_ONCE = 100;

    private final PulsarAdmin admin;
    private final Namespaces namespaces;
    private final String tenant;
    private final Set<String> touched = new TreeSet<>();

    PulsarTopics(PulsarAdmin admin, Namespaces namespaces, String tenant) {
        this.admin = admin;
        this.namespaces = namespaces;
        this.tenant = tenant;
    }

    String namespace(TopicSpec topic) {
        return tenant + "/" + topic.name().replaceFirst("-\\d+$", "");
    }

    String fullName(TopicSpec topic) {
        return "persistent://" + namespace(topic) + "/" + topic.name();
    }

    /**
     * Creates all topics or none.
     *
     * @throws DriverException when one exists or the cluster refuses; those created by this call are deleted again
     */
    void create(List<TopicSpec> topics) throws DriverException {
        List<TopicSpec> created = new ArrayList<>();
        try {
            for (String namespace : namespacesOf(topics)) {
                namespaces.create(namespace);
            }
            for (int from = 0; from < topics.size(); from += AT_ONCE) {
                createChunk(topics.subList(from, Math.min(from + AT_ONCE, topics.size())), created);
            }
        } catch (DriverException e) {
            // Those that nothing was created in as well: they are deleted when the client is closed.
            touched.addAll(namespacesOf(topics));
            try {
                delete(created);
            } catch (DriverException inTheWay) {
                e.addSuppressed(inTheWay);
            }
            throw e;
        }
    }

    private void createChunk(List<TopicSpec> chunk, List<TopicSpec> created) throws DriverException {
        Map<TopicSpec, CompletableFuture<Void>> answers = new LinkedHashMap<>();
        chunk.forEach(topic ->
                answers.put(topic, admin.topics().createPartitionedTopicAsync(fullName(topic), topic.partitions())));
        DriverException first = null;
        for (Map.Entry<TopicSpec, CompletableFuture<Void>> answer : answers.entrySet()) {
            TopicSpec topic = answer.getKey();
            try {
                PulsarFailures.await(answer.getValue(), "creating the topic " + topic.name(), LIMIT_SECONDS);
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
        return e.getCause() instanceof ConflictException
                ? new DriverException(
                        "the topic " + topic.name()
                                + " exists already; Assay uses only topics that it creates itself: delete it or choose another name",
                        e.getCause())
                : e;
    }

    /** Names of those that exist; where their namespace does and is not Assay's, all of them: somebody else has it. */
    List<String> existing(List<TopicSpec> topics) throws DriverException {
        Map<String, Set<String>> found = new TreeMap<>();
        for (String namespace : namespacesOf(topics)) {
            found.put(namespace, namespaces.topicsOrNone(namespace));
        }
        Set<String> foreign = new TreeSet<>();
        for (String namespace : found.keySet()) {
            if (namespaces.isForeign(namespace)) {
                foreign.add(namespace);
            }
        }
        return topics.stream()
                .filter(topic -> foreign.contains(namespace(topic))
                        || found.getOrDefault(namespace(topic), Set.of()).contains(fullName(topic)))
                .map(TopicSpec::name)
                .toList();
    }

    /** Deletes topics; what is gone already is no error. */
    void delete(List<TopicSpec> topics) throws DriverException {
        for (int from = 0; from < topics.size(); from += AT_ONCE) {
            deleteChunk(topics.subList(from, Math.min(from + AT_ONCE, topics.size())), PulsarFailures.retries());
        }
        touched.addAll(namespacesOf(topics));
    }

    /** Deletes those namespaces of deleted topics that are Assay's and hold no topic any more. */
    void deleteEmptyNamespaces() throws DriverException {
        for (String namespace : touched) {
            namespaces.deleteEmpty(namespace);
        }
        touched.clear();
    }

    private void deleteChunk(List<TopicSpec> chunk, RetryWindow again) throws DriverException {
        List<TopicSpec> left = new ArrayList<>();
        Map<TopicSpec, CompletableFuture<Void>> answers = new LinkedHashMap<>();
        chunk.forEach(topic -> answers.put(topic, admin.topics().deletePartitionedTopicAsync(fullName(topic), true)));
        for (Map.Entry<TopicSpec, CompletableFuture<Void>> answer : answers.entrySet()) {
            try {
                String doing = "deleting the topic " + answer.getKey().name();
                PulsarFailures.await(answer.getValue(), doing, LIMIT_SECONDS);
            } catch (DriverException e) {
                if (PulsarFailures.isOfServer(e) && !again.isOver()) {
                    left.add(answer.getKey());
                } else if (!(e.getCause() instanceof NotFoundException)) {
                    throw e;
                }
            }
        }
        if (!left.isEmpty()) {
            again.pause();
            deleteChunk(left, again);
        }
    }

    private Set<String> namespacesOf(List<TopicSpec> topics) {
        Set<String> found = new TreeSet<>();
        topics.forEach(topic -> found.add(namespace(topic)));
        return found;
    }
}
