package dev.assay.driver.contract;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Is a messaging system in a few lists: just enough to keep the contract. */
final class SmallSystem implements BrokerFaults {
    static final int MAX_PAYLOAD_BYTES = 1 << 20;

    private final Map<String, Topic> topics = new ConcurrentHashMap<>();
    private volatile boolean frozen;

    /** Holds one topic: its partitions, and for each subscription its members and next positions. */
    static final class Topic {
        final List<List<byte[]>> partitions = new ArrayList<>();
        final Map<String, List<Object>> members = new ConcurrentHashMap<>();
        final Map<String, int[]> positions = new ConcurrentHashMap<>();

        private final List<String> queues;

        Topic(int count, List<String> queues) {
            this.queues = queues;
            for (int i = 0; i < count; i++) {
                partitions.add(new ArrayList<>());
            }
        }

        synchronized void append(int partition, byte[] payload) {
            partitions.get(partition).add(payload);
        }

        List<Object> membersOf(String subscription) {
            return members.computeIfAbsent(subscription, key -> new CopyOnWriteArrayList<>());
        }

        boolean isQueue(String subscription) {
            return queues.contains(subscription);
        }

        /** Returns the partitions of one member: of a queue all, otherwise every n-th, n being the number of members. */
        List<Integer> assigned(String subscription, Object member) {
            List<Object> all = List.copyOf(membersOf(subscription));
            int index = all.indexOf(member);
            List<Integer> mine = new ArrayList<>();
            for (int i = 0; isQueue(subscription) && index >= 0 && i < partitions.size(); i++) {
                mine.add(i);
            }
            if (!mine.isEmpty()) {
                return mine;
            }
            for (int i = index; index >= 0 && i < partitions.size(); i += all.size()) {
                mine.add(i);
            }
            return mine;
        }

        synchronized boolean isAtEnd(String subscription) {
            int[] next = positions.computeIfAbsent(subscription, key -> new int[partitions.size()]);
            for (int partition = 0; partition < next.length; partition++) {
                if (next[partition] < partitions.get(partition).size()) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the next message of a partition for a subscription, or an empty array. */
        synchronized byte[] next(String subscription, int partition) {
            int[] next = positions.computeIfAbsent(subscription, key -> new int[partitions.size()]);
            List<byte[]> log = partitions.get(partition);
            return next[partition] < log.size() ? log.get(next[partition]++) : new byte[0];
        }
    }

    void create(List<TopicSpec> newTopics) throws DriverException {
        for (TopicSpec topic : newTopics) {
            if (topics.containsKey(topic.name())) {
                throw new DriverException("the topic " + topic.name() + " already exists");
            }
        }
        newTopics.forEach(topic -> topics.put(topic.name(), new Topic(topic.partitions(), topic.queues())));
    }

    void delete(List<TopicSpec> unwanted) {
        unwanted.forEach(topic -> topics.remove(topic.name()));
    }

    Topic topic(TopicSpec topic) {
        return Objects.requireNonNull(topics.get(topic.name()), topic.name());
    }

    boolean isFrozen() {
        return frozen;
    }

    void awaitThawed() {
        while (frozen) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void restartOneBroker() {
        freeze();
        thaw();
    }

    @Override
    public void freeze() {
        frozen = true;
    }

    @Override
    public void thaw() {
        frozen = false;
    }
}
