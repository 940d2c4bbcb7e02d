package dev.assay.systems.pulsar.driver;

import dev.assay.driver.CreationProgress;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.CreatedPartitions;
import dev.assay.driver.client.PartitionWork;
import dev.assay.driver.client.RetryWindow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException.ConflictException;
import org.apache.pulsar.client.admin.PulsarAdminException.NotFoundException;

/**
 * Creates and deletes partitioned topics and their namespaces. A topic {@code NAME-NUMBER} lies in the namespace {@code NAME}, so that all
 * topics of a trial share one.
 */
final class PulsarTopics {
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
    void create(List<TopicSpec> topics, CreationProgress progress) throws DriverException {
        List<TopicSpec> created = new ArrayList<>();
        CreatedPartitions partitions = new CreatedPartitions(topics, progress);
        try {
            for (String namespace : namespacesOf(topics)) {
                namespaces.create(namespace);
            }
            for (int from = 0; from < topics.size(); from += AT_ONCE) {
                List<TopicSpec> chunk = topics.subList(from, Math.min(from + AT_ONCE, topics.size()));
                createChunk(chunk, created);
                chunk.forEach(topic -> partitions.add(topic.partitions()));
            }
        } catch (DriverException e) {
            // Namespaces in which nothing was created are included, to be deleted when the client is closed.
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
                String doing = "creating the topic " + topic.name() + " with " + topic.partitions() + " partitions";
                PulsarFailures.await(answer.getValue(), doing, PartitionWork.limitSeconds(chunk));
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
                                + " already exists; Assay uses only topics that it creates itself: delete it or choose another name",
                        e.getCause())
                : e;
    }

    /**
     * Returns the names of existing topics. All topics of a namespace count if it is not Assay's, since somebody else has it, or if it
     * is Assay's and empty, since it is what they have left.
     */
    List<String> existing(List<TopicSpec> topics) throws DriverException {
        Map<String, Set<String>> namesByNamespace = new TreeMap<>();
        Set<String> whole = new TreeSet<>();
        for (String namespace : namespacesOf(topics)) {
            Optional<Set<String>> inside = namespaces.topics(namespace);
            inside.ifPresent(names -> namesByNamespace.put(namespace, names));
            if (inside.isPresent() && (inside.get().isEmpty() || namespaces.isForeign(namespace))) {
                whole.add(namespace);
            }
        }
        return topics.stream()
                .filter(topic -> whole.contains(namespace(topic))
                        || namesByNamespace
                                .getOrDefault(namespace(topic), Set.of())
                                .contains(fullName(topic)))
                .map(TopicSpec::name)
                .toList();
    }

    /**
     * Deletes topics; missing ones are no error.
     *
     * @throws DriverException when their namespace is not Assay's, or, once all have been tried, naming the topics left
     */
    void delete(List<TopicSpec> topics) throws DriverException {
        for (String namespace : namespacesOf(topics)) {
            if (namespaces.isForeign(namespace)) {
                throw new DriverException("the namespace " + namespace
                        + " is not marked as Assay's (property created-by), so nothing in it is deleted");
            }
        }
        List<TopicSpec> left = new ArrayList<>();
        List<DriverException> failures = new ArrayList<>();
        for (int from = 0; from < topics.size(); from += AT_ONCE) {
            List<TopicSpec> chunk = topics.subList(from, Math.min(from + AT_ONCE, topics.size()));
            deleteChunk(chunk, PulsarFailures.retries(), left, failures);
        }
        touched.addAll(namespacesOf(topics));
        if (!left.isEmpty()) {
            DriverException first = failures.getFirst();
            throw new DriverException(first.getMessage() + "; " + PartitionWork.left(left, topics.size()), first);
        }
    }

    /**
     * Deletes the namespaces of deleted topics that are Assay's and empty.
     *
     * @return the namespaces that stay, each with the topics that it holds
     */
    Map<String, List<String>> deleteEmptyNamespaces() throws DriverException {
        Map<String, List<String>> kept = new TreeMap<>();
        for (String namespace : List.copyOf(touched)) {
            List<String> inside = namespaces.deleteEmpty(namespace);
            if (!inside.isEmpty()) {
                kept.put(namespace, inside);
            }
            touched.remove(namespace);
        }
        return kept;
    }

    private void deleteChunk(
            List<TopicSpec> chunk, RetryWindow again, List<TopicSpec> left, List<DriverException> failures) {
        List<TopicSpec> onceMore = new ArrayList<>();
        Map<TopicSpec, CompletableFuture<Void>> answers = new LinkedHashMap<>();
        chunk.forEach(topic -> answers.put(topic, admin.topics().deletePartitionedTopicAsync(fullName(topic), true)));
        for (Map.Entry<TopicSpec, CompletableFuture<Void>> answer : answers.entrySet()) {
            try {
                String doing = "deleting the topic " + answer.getKey().name();
                PulsarFailures.await(answer.getValue(), doing, PartitionWork.limitSeconds(chunk));
            } catch (DriverException e) {
                if (PulsarFailures.isOfServer(e) && !again.isOver()) {
                    onceMore.add(answer.getKey());
                } else if (!(e.getCause() instanceof NotFoundException)) {
                    left.add(answer.getKey());
                    failures.add(e);
                }
            }
        }
        if (!onceMore.isEmpty()) {
            again.pause();
            deleteChunk(onceMore, again, left, failures);
        }
    }

    private Set<String> namespacesOf(List<TopicSpec> topics) {
        Set<String> names = new TreeSet<>();
        topics.forEach(topic -> names.add(namespace(topic)));
        return names;
    }
}
