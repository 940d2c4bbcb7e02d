package dev.assay.driver.memory;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The topics of one server. */
final class ServedTopics {
    private final LatencySource latency;
    private final PlantedFaults faults;
    private final RetainedBytes retained;
    private final Map<String, Topic> topics = new HashMap<>();

    ServedTopics(LatencySource latency, PlantedFaults faults, RetainedBytes retained) {
        this.latency = latency;
        this.faults = faults;
        this.retained = retained;
    }

    LatencySource latency() {
        return latency;
    }

    /** What it does wrong on request. */
    PlantedFaults faults() {
        return faults;
    }

    /**
     * One topic: each message goes to every subscription.
     *
     * @param firstSend shared by the topics that were created together, which are those of one trial
     */
    record Topic(int partitions, FirstSend firstSend, Map<String, ServedSubscription> subscriptions) {
        void deliver(int partition, byte[] payload) {
            for (ServedSubscription subscription : subscriptions.values()) {
                subscription.append(partition, payload);
            }
        }

        /** Keeps it from those who read now. */
        void withhold(int partition, byte[] payload) {
            for (ServedSubscription subscription : subscriptions.values()) {
                subscription.withhold(partition, payload);
            }
        }
    }

    /**
     * Creates all of them, or none.
     *
     * @throws DriverException when one exists
     */
    synchronized void create(List<TopicSpec> wanted) throws DriverException {
        for (TopicSpec topic : wanted) {
            if (topics.containsKey(topic.name())) {
                throw new DriverException("topic " + topic.name() + " exists already; Assay creates its topics itself");
            }
        }
        FirstSend firstSend = new FirstSend();
        for (TopicSpec topic : wanted) {
            Map<String, ServedSubscription> subscriptions = new HashMap<>();
            topic.subscriptions()
                    .forEach(name -> subscriptions.put(name, new ServedSubscription(topic.partitions(), retained)));
            topics.put(topic.name(), new Topic(topic.partitions(), firstSend, Map.copyOf(subscriptions)));
        }
    }

    /** Deletes those that exist. */
    synchronized void delete(List<String> names) {
        for (String name : names) {
            Topic topic = topics.remove(name);
            if (topic != null) {
                topic.subscriptions().values().forEach(ServedSubscription::delete);
            }
        }
    }

    synchronized Topic named(String name) throws DriverException {
        Topic topic = topics.get(name);
        if (topic == null) {
            throw new DriverException("topic " + name + " does not exist");
        }
        return topic;
    }

    /** @throws DriverException when the topic was created without it: nothing was kept for it then */
    ServedSubscription subscription(String topic, String name) throws DriverException {
        ServedSubscription subscription = named(topic).subscriptions().get(name);
        if (subscription == null) {
            throw new DriverException("topic " + topic + " was created without the subscription " + name);
        }
        return subscription;
    }
}
