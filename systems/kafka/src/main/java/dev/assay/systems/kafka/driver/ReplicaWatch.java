package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Watches for partitions whose copies are not all in sync: all of some topics, and any others that began to lack copies after the first
 * look. Only gaps that two successive looks see are reported, since one look may meet a leader's election. Used by one thread.
 */
final class ReplicaWatch {
    private static final int LIMIT_SECONDS = 30;
    private static final int TOPICS_AT_ONCE = 500;
    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    private final Source source;
    private @Nullable Set<TopicPartition> knownAtFirst;
    private Set<TopicPartition> last = Set.of();

    @FunctionalInterface
    interface Source {
        /** Returns the partitions that lack copies now, with their number, as in {@code 2 of 3}. */
        Map<TopicPartition, String> lacking() throws DriverException;
    }

    ReplicaWatch(Source source) {
        this.source = source;
    }

    /** Watches all topics of a cluster that its user may see. */
    static ReplicaWatch of(Admin admin) {
        return new ReplicaWatch(() -> lacking(admin));
    }

    /**
     * Looks again.
     *
     * @param ours topics in which no partition may lack copies, whenever the gap began
     * @return a sentence, or nothing where all is well
     * @throws DriverException when the cluster does not answer
     */
    List<String> look(Set<String> ours) throws DriverException {
        Map<TopicPartition, String> now = source.lacking();
        Set<TopicPartition> known = knownAtFirst;
        if (known == null) {
            known = new HashSet<>(now.keySet());
            knownAtFirst = known;
        }
        known.retainAll(now.keySet()); // A gap that begins again after a recovery is reported.
        Map<TopicPartition, String> lasting = new TreeMap<>(ORDER);
        Set<TopicPartition> fresh = new HashSet<>();
        for (Map.Entry<TopicPartition, String> one : now.entrySet()) {
            boolean counts = ours.contains(one.getKey().topic()) || !known.contains(one.getKey());
            if (counts && last.contains(one.getKey())) {
                lasting.put(one.getKey(), one.getValue());
            }
            if (counts) {
                fresh.add(one.getKey());
            }
        }
        last = fresh;
        return lasting.isEmpty() ? List.of() : List.of(text(lasting));
    }

    private static String text(Map<TopicPartition, String> lasting) {
        Map.Entry<TopicPartition, String> first = lasting.entrySet().iterator().next();
        return "%d %s not all copies in sync, such as %s (%s)"
                .formatted(
                        lasting.size(),
                        lasting.size() == 1 ? "partition has" : "partitions have",
                        first.getKey(),
                        first.getValue());
    }

    private static Map<TopicPartition, String> lacking(Admin admin) throws DriverException {
        List<String> topics = new ArrayList<>(KafkaFailures.await(
                admin.listTopics(new ListTopicsOptions().listInternal(true)).names(), "listing topics", LIMIT_SECONDS));
        Map<TopicPartition, String> lacking = new TreeMap<>(ORDER);
        for (int from = 0; from < topics.size(); from += TOPICS_AT_ONCE) {
            List<String> chunk = topics.subList(from, Math.min(from + TOPICS_AT_ONCE, topics.size()));
            for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                    admin.describeTopics(chunk).topicNameValues().entrySet()) {
                add(answer.getKey(), answer.getValue(), lacking);
            }
        }
        return lacking;
    }

    /** Adds the partitions that lack copies; a topic that is gone meanwhile, or that the user may not see, lacks none. */
    private static void add(String topic, KafkaFuture<TopicDescription> answer, Map<TopicPartition, String> lacking)
            throws DriverException {
        try {
            TopicDescription description = KafkaFailures.await(answer, "describing the topic " + topic, LIMIT_SECONDS);
            for (TopicPartitionInfo partition : description.partitions()) {
                int copies = partition.replicas().size();
                if (partition.isr().size() < copies) {
                    lacking.put(
                            new TopicPartition(topic, partition.partition()),
                            partition.isr().size() + " of " + copies);
                }
            }
        } catch (DriverException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
                    && !(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
        }
    }
}
