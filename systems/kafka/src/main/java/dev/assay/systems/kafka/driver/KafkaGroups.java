package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.RetryWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Finds and deletes the consumer groups of topics, one for each name of a subscription. Coordinators keep groups, with their offsets, after
 * the last member has left.
 */
final class KafkaGroups {
    private static final int LIMIT_SECONDS = 30;

    /** The longest time that closed members take to leave. */
    static final Duration CLOSED_LIMIT = Duration.ofSeconds(10);

    /** The time until a killed member's session ends: 45 s by default. */
    static final Duration KILLED_LIMIT = Duration.ofSeconds(60);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(250);

    private final Admin admin;

    KafkaGroups(Admin admin) {
        this.admin = admin;
    }

    /**
     * Returns the names of those of the topics' groups that exist. Lists all groups, since asking for one by name makes the cluster create
     * its topic of offsets.
     */
    // Clients before 4.0 know no other list.
    @SuppressWarnings({"deprecation", "removal"})
    Set<String> existing(List<TopicSpec> topics) throws DriverException {
        Set<String> existing =
                KafkaFailures.await(admin.listConsumerGroups().all(), "listing the consumer groups", LIMIT_SECONDS)
                        .stream()
                        .map(ConsumerGroupListing::groupId)
                        .collect(Collectors.toSet());
        return topics.stream()
                .flatMap(topic -> topic.groups().stream())
                .filter(existing::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Deletes the topics' groups; missing ones are no error.
     *
     * @param membersLimit how long members may take to leave
     * @throws DriverException when members of a group don't leave; the other groups are deleted nevertheless
     */
    void delete(List<TopicSpec> topics, Duration membersLimit) throws DriverException {
        RetryWindow window = new RetryWindow(membersLimit, BETWEEN_TRIES);
        Set<String> left = existing(topics);
        // Share groups are in another list, and deleted in the same way.
        for (TopicSpec topic : topics) {
            left.addAll(topic.queues());
        }
        while (true) {
            left = withMembers(left);
            if (left.isEmpty()) {
                return;
            }
            if (window.isOver()) {
                throw new DriverException("consumer groups still have members, so they are not deleted: "
                        + String.join("; ", described(left))
                        + ". Members of a killed worker leave when their session expires (session.timeout.ms); any others"
                        + " belong to someone else");
            }
            window.pause();
        }
    }

    /**
     * Deletes the share groups of existing topics that have no members; {@link #delete} deletes the others. Once the topics are gone
     * the cluster looks for the groups' state for half a minute before it drops the groups.
     */
    void deleteIdleQueues(List<TopicSpec> topics) throws DriverException {
        Set<String> queues =
                topics.stream().flatMap(topic -> topic.queues().stream()).collect(Collectors.toSet());
        if (!queues.isEmpty()) {
            withMembers(queues);
        }
    }

    /** Deletes the groups without members, and returns the others. */
    private Set<String> withMembers(Set<String> groups) throws DriverException {
        Set<String> left = new TreeSet<>();
        for (Map.Entry<String, KafkaFuture<Void>> answer :
                admin.deleteConsumerGroups(groups).deletedGroups().entrySet()) {
            try {
                KafkaFailures.await(answer.getValue(), "deleting the consumer group " + answer.getKey(), LIMIT_SECONDS);
            } catch (DriverException e) {
                if (e.getCause() instanceof GroupNotEmptyException) {
                    left.add(answer.getKey());
                } else if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                    throw e;
                }
            }
        }
        return left;
    }

    private List<String> described(Set<String> groups) {
        List<String> texts = new ArrayList<>();
        admin.describeConsumerGroups(groups).describedGroups().forEach((group, answer) -> {
            try {
                texts.add(group + " with "
                        + KafkaFailures.await(answer, "describing the group", LIMIT_SECONDS).members().stream()
                                .map(member -> member.clientId() + " at " + member.host())
                                .sorted()
                                .collect(Collectors.joining(", ")));
            } catch (DriverException unavailable) {
                texts.add(group + " (" + unavailable.getMessage() + ")");
            }
        });
        return texts;
    }
}
