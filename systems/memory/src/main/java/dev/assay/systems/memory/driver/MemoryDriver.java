package dev.assay.systems.memory.driver;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.metric.Sample;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Acknowledges after a known law without a broker, and delivers in order per producer and partition. */
final class MemoryDriver implements Driver {
    /** Messages are kept only for known subscriptions. */
    private static final Capabilities CAPABILITIES = new Capabilities(16 << 20, 100_000, true, true, true, false);

    private final LatencySource latency;
    private final MemoryFaults faults;
    private final LocalClock clock;
    /** Times the first send, by any driver, to the topics that this driver creates, which are those of one trial. */
    private final FirstSend firstSend = new FirstSend();

    private final Queue<AutoCloseable> open = new ConcurrentLinkedQueue<>();
    private final ClientMetricsSources telling = new ClientMetricsSources();
    private boolean closed;

    MemoryDriver(LatencySource latency, MemoryFaults faults, LocalClock clock) {
        this.clock = clock;
        this.latency = latency;
        this.faults = faults;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public void createTopics(List<TopicSpec> topics) throws DriverException {
        for (TopicSpec topic : topics) {
            MemoryTopic.create(topic, firstSend, faults.redeliverEvery());
        }
    }

    @Override
    public List<String> existingTopics(List<TopicSpec> topics) {
        return topics.stream().map(TopicSpec::name).filter(MemoryTopic::exists).toList();
    }

    @Override
    public void deleteTopics(List<TopicSpec> topics) {
        topics.forEach(MemoryTopic::delete);
    }

    @Override
    public synchronized DriverProducer openProducer(TopicSpec topic) throws DriverException {
        checkOpen();
        MemoryTopic target = MemoryTopic.named(topic.name());
        int partitions = target.spec.partitions();
        DeliveryOrder.Delivery delivery = faults.delivery(partitions, target::deliver, target::withhold);
        DriverProducer producer = faults.producer(
                latency.immediate() ? new ImmediateProducer(partitions, delivery) : delayed(target, delivery));
        open.add(producer);
        return producer;
    }

    private DriverProducer delayed(MemoryTopic target, DeliveryOrder.Delivery delivery) {
        DelayedProducer producer =
                new DelayedProducer(target.spec.partitions(), delivery, latency, target.firstSend, clock);
        telling.add(producer);
        return producer;
    }

    @Override
    public synchronized DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        checkOpen();
        MemoryConsumer consumer = new MemoryConsumer(
                MemoryTopic.named(topic.name()).subscription(subscription), faults.leaderless(topic), listener, clock);
        open.add(consumer);
        return consumer;
    }

    @Override
    public EffectiveConfig effectiveConfig() {
        return new EffectiveConfig(
                Map.of("memory", Map.of("latency", latency.toString(), "faults", faults.toString())), Map.of());
    }

    /** Returns the number of messages that wait for their time; by Little's law it is their rate times the latency. */
    @Override
    public List<Sample> metrics(long nanoTime) {
        return telling.next(nanoTime);
    }

    private void checkOpen() throws DriverException {
        if (closed) {
            throw new DriverException("the in-memory system's connection is closed, so nothing is opened any more");
        }
    }

    @Override
    public void close() throws DriverException {
        synchronized (this) {
            closed = true;
        }
        for (AutoCloseable one = open.poll(); one != null; one = open.poll()) {
            try {
                one.close();
            } catch (Exception e) {
                throw new DriverException("closing the in-memory driver failed: " + e.getMessage(), e);
            }
        }
    }

    private static final class MemoryConsumer implements DriverConsumer {
        private final MemoryTopic.Subscription subscription;
        private final MemoryTopic.Member member;
        private final Optional<String> leaderless;

        /** @param leaderless why the end of a partition can't be determined */
        MemoryConsumer(
                MemoryTopic.Subscription subscription,
                Optional<String> leaderless,
                MessageListener listener,
                LocalClock clock) {
            this.subscription = subscription;
            this.leaderless = leaderless;
            this.member = subscription.join(listener, clock);
        }

        @Override
        public int assignedPartitions() {
            return subscription.heldBy(member);
        }

        @Override
        public boolean sharesPartitions() {
            return subscription.isQueue();
        }

        @Override
        public boolean atEnd() throws DriverException {
            if (leaderless.isPresent()) {
                throw new DriverException(leaderless.get());
            }
            return subscription.hasGivenAll();
        }

        @Override
        public void pause() {
            subscription.pause(member, true);
        }

        @Override
        public void resume() {
            subscription.pause(member, false);
        }

        @Override
        public void close() {
            subscription.leave(member);
        }
    }
}
