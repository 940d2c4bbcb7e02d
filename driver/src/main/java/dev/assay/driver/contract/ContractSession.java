package dev.assay.driver.contract;

import dev.assay.driver.BoundedProducer;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.InFlight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

public final class ContractSession {
    private static final AtomicLong SESSIONS = new AtomicLong();
    private static final AtomicLong TOPICS = new AtomicLong();

    /** Keeps the names of sessions that run at once apart, even before a topic's number. */
    private final String name = "s" + SESSIONS.incrementAndGet();

    private final ContractHooks hooks;
    private final Set<Thread> threadsBefore;
    private final Driver driver;
    private final List<TopicSpec> topics = new ArrayList<>();
    private final List<RecordingConsumer> consumers = new ArrayList<>();
    private boolean closed;

    ContractSession(ContractHooks hooks) throws Exception {
        this.hooks = hooks;
        this.threadsBefore = new HashSet<>(Thread.getAllStackTraces().keySet());
        this.driver = hooks.driverProvider().open(hooks.config());
    }

    Driver driver() {
        return driver;
    }

    TopicSpec newTopic(int partitions, String... subscriptions) {
        return new TopicSpec(
                "contract-" + Long.toString(System.currentTimeMillis(), 36) + name + "-" + TOPICS.incrementAndGet(),
                partitions,
                List.of(subscriptions));
    }

    TopicSpec createTopic(int partitions, String... subscriptions) throws DriverException {
        TopicSpec topic = newTopic(partitions, subscriptions);
        create(List.of(topic));
        return topic;
    }

    TopicSpec createTopicWithQueue(int partitions, String queue, String... further) throws DriverException {
        List<String> subscriptions = new ArrayList<>(List.of(queue));
        subscriptions.addAll(List.of(further));
        TopicSpec topic = new TopicSpec(newTopic(partitions).name(), partitions, subscriptions, List.of(queue));
        create(List.of(topic));
        return topic;
    }

    void create(List<TopicSpec> newTopics) throws DriverException {
        driver.createTopics(newTopics);
        topics.addAll(newTopics);
    }

    void delete(List<TopicSpec> unwanted) throws DriverException {
        driver.deleteTopics(unwanted);
        topics.removeAll(unwanted);
    }

    RecordingProducer producer(TopicSpec topic) throws DriverException {
        return new RecordingProducer(() -> driver.openProducer(topic), hooks.timeouts());
    }

    RecordingProducer boundedProducer(TopicSpec topic, InFlight limit) throws DriverException {
        return new RecordingProducer(
                () -> BoundedProducer.of(driver.openProducer(topic), limit, LocalClock.SYSTEM), hooks.timeouts());
    }

    /** Opens a consumer that may not have its partitions yet. */
    RecordingConsumer consumer(TopicSpec topic, String subscription) throws DriverException {
        RecordingConsumer consumer =
                new RecordingConsumer(listener -> driver.openConsumer(topic, subscription, listener), hooks.timeouts());
        consumers.add(consumer);
        return consumer;
    }

    /** Opens the only consumer of its subscription and waits until it has all partitions. */
    RecordingConsumer readyConsumer(TopicSpec topic, String subscription) throws DriverException {
        RecordingConsumer consumer = consumer(topic, subscription);
        awaitAssigned(topic, List.of(consumer));
        return consumer;
    }

    /** Waits until the consumers of one subscription hold each partition once, or all of them where they share. */
    void awaitAssigned(TopicSpec topic, List<RecordingConsumer> consumers) {
        boolean shares = consumers.getFirst().consumer().sharesPartitions();
        int each = topic.partitions();
        hooks.timeouts()
                .until(
                        "all " + each + " partitions to be assigned to " + consumers.size() + " consumers",
                        () -> shares
                                ? assigned(consumers).stream().allMatch(held -> held == each)
                                : assigned(consumers).stream().allMatch(held -> held > 0)
                                        && assigned(consumers).stream()
                                                        .mapToInt(held -> held)
                                                        .sum()
                                                == each,
                        () -> "assigned to each: " + assigned(consumers));
    }

    private static List<Integer> assigned(List<RecordingConsumer> consumers) {
        return consumers.stream()
                .map(consumer -> consumer.consumer().assignedPartitions())
                .toList();
    }

    /** Closes only the driver, as a worker does at the end of a trial. */
    void closeDriver() throws DriverException {
        closed = true;
        driver.close();
    }

    /** Returns the threads that came with the driver and are still alive. */
    List<String> threadsLeft() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !threadsBefore.contains(thread))
                .filter(thread -> !isOfTheJvm(thread) && !hooks.outlivesDrivers(thread))
                .map(Thread::getName)
                .sorted()
                .toList();
    }

    private static boolean isOfTheJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return thread.getClass().getName().startsWith("jdk.internal.")
                || thread.getName().startsWith("ForkJoinPool")
                || thread.getName().startsWith("junit-")
                || group == null
                || group.getName().equals("InnocuousThreadGroup")
                || group.getName().equals("system");
    }

    void close() throws Exception {
        if (closed) {
            try (Driver another = hooks.driverProvider().open(hooks.config())) {
                another.deleteTopics(topics);
            }
            return;
        }
        try (driver) {
            for (RecordingConsumer consumer : consumers) {
                consumer.close();
            }
            driver.deleteTopics(topics);
        }
    }
}
