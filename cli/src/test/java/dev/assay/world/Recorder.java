package dev.assay.world;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.Defect;
import dev.assay.testing.DefectPlan;
import dev.assay.testing.DefectiveDriver;
import dev.assay.testing.WrappedConsumer;
import dev.assay.testing.WrappedDriver;
import dev.assay.testing.time.VirtualClock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Opens the in-memory system for all workers of one trial, and writes down what they hand to it and what it does, in the order of virtual
 * time. One thread runs at a time, so the lists need no lock but the clock's.
 */
final class Recorder {
    /** Identifies a message by the number of its producer and its own at that producer. */
    record Id(int producer, long sequence) {}

    /** Holds one message that was handed to the system; times are of the common clock, in nanoseconds. */
    static final class Sent {
        final Id id;
        final long intended;
        final long callStart;
        final long handed;
        long acked = -1;
        boolean failed;

        private Sent(Id id, long intended, long callStart, long handed) {
            this.id = id;
            this.intended = intended;
            this.callStart = callStart;
            this.handed = handed;
        }
    }

    enum Kind {
        WHOLE,
        /** The body is not the one that its header tells of. */
        BROKEN_BODY,
        BROKEN_HEADER,
        FOREIGN
    }

    /**
     * @param id of a broken header as far as it can be read
     * @param consumer that took it, by its number over all subscriptions
     * @param partition over all topics
     * @param nanos when the driver took it up
     * @param again whether the system said that it has delivered it before
     */
    record Arrival(Kind kind, Id id, int consumer, int partition, long nanos, boolean again) {}

    private static final int HEADER = 40;

    private final VirtualClock clock;
    private final @Nullable DefectPlan plan;
    final Map<Id, Sent> sent = new HashMap<>();
    final Map<String, List<Arrival>> arrivals = new HashMap<>();
    /** Arrivals at consumers that only looked whether messages were lost. */
    final Map<String, List<Arrival>> rechecked = new HashMap<>();

    final Map<String, Set<Integer>> workers = new HashMap<>();
    final Set<String> topics = new HashSet<>();
    long violations;
    int open;
    boolean afterLoad;
    /** Holds when each second of the load was reported, in nanoseconds on the common clock. */
    final List<Long> toldNanos = new ArrayList<>();

    /** Is when the first producer was closed, in nanoseconds on the common clock. */
    long closedNanos = Long.MAX_VALUE;

    private int run = -1;
    private int providers;
    private int consumers;

    Recorder(VirtualClock clock, World world) {
        this.clock = clock;
        this.plan = world.get(World.AROUND + "/defect")
                .map(name -> new DefectPlan()
                        .with(
                                Defect.valueOf(name.toString()),
                                world.number(World.AROUND + "/every", 10),
                                world.number(World.AROUND + "/offset", 0)))
                .orElse(null);
    }

    /** Returns the provider of the next worker, which has that clock. */
    DriverProvider provider(LocalClock local) {
        return new Provider(providers++, local);
    }

    private static Id id(byte[] bytes, int offset) {
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new Id(header.getShort(offset + 4), header.getLong(offset + 8));
    }

    private static boolean whole(byte[] bytes, int offset, int length, int expected) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, offset, length);
        return (int) sum.getValue() == expected;
    }

    private Arrival arrival(
            byte[] bytes, int offset, int length, int consumer, int partition, long nanos, boolean again) {
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Kind kind = Kind.WHOLE;
        if (!whole(bytes, offset, HEADER - 4, header.getInt(offset + 36))) {
            kind = Kind.BROKEN_HEADER;
        } else if (header.getInt(offset) != run) {
            kind = Kind.FOREIGN;
        } else if (!whole(bytes, offset + HEADER, length - HEADER, header.getInt(offset + 32))) {
            kind = Kind.BROKEN_BODY;
        }
        return new Arrival(kind, id(bytes, offset), consumer, partition, nanos, again);
    }

    private final class Provider implements DriverProvider {
        private final int worker;
        private final DriverProvider memory;
        private final LocalClock local;

        Provider(int worker, LocalClock local) {
            this.worker = worker;
            this.local = local;
            this.memory = new MemoryProvider(clock);
        }

        @Override
        public String system() {
            return memory.system();
        }

        @Override
        public String client() {
            return memory.client();
        }

        @Override
        public Driver open(DriverConfig config) throws DriverException {
            Driver system = memory.open(config);
            open++;
            return new RecordedDriver(plan == null ? system : new DefectiveDriver(system, plan), worker, local);
        }
    }

    private final class RecordedDriver extends WrappedDriver {
        private final int worker;
        private final LocalClock local;

        RecordedDriver(Driver driver, int worker, LocalClock local) {
            super(driver);
            this.local = local;
            this.worker = worker;
        }

        @Override
        public void createTopics(List<TopicSpec> created) throws DriverException {
            super.createTopics(created);
            created.forEach(topic -> topics.add(topic.name()));
        }

        @Override
        public void deleteTopics(List<TopicSpec> deleted) throws DriverException {
            super.deleteTopics(deleted);
            deleted.forEach(topic -> topics.remove(topic.name()));
        }

        @Override
        public DriverProducer openProducer(TopicSpec topic) throws DriverException {
            return new RecordedProducer(super.openProducer(topic));
        }

        @Override
        public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
                throws DriverException {
            String label = subscription.substring(subscription.indexOf('-', subscription.indexOf('-') + 1) + 1);
            String name = label.substring(label.indexOf('-') + 1);
            int number = Integer.parseInt(topic.name().substring(topic.name().lastIndexOf('-') + 1));
            // Whoever comes after the load only looks for what is missing.
            boolean looking = afterLoad;
            Map<String, List<Arrival>> into = looking ? rechecked : arrivals;
            if (!looking) {
                workers.computeIfAbsent(name, key -> new HashSet<>()).add(worker);
            }
            List<Arrival> list = into.computeIfAbsent(name, key -> new ArrayList<>());
            DriverConsumer consumer = super.openConsumer(
                    topic, subscription, new RecordedListener(listener, list, number * topic.partitions(), local));
            return new RecordedConsumer(consumer);
        }

        @Override
        public void close() throws DriverException {
            super.close();
            open--;
        }
    }

    private final class RecordedProducer implements DriverProducer {
        private final DriverProducer producer;
        private int number;

        RecordedProducer(DriverProducer producer) {
            this.producer = producer;
            open++;
        }

        @Override
        public PendingSend newPendingSend(PendingSend.Listener listener) {
            return producer.newPendingSend(new PendingSend.Listener() {
                @Override
                public void onAcked(PendingSend pending) {
                    message(pending).acked = clock.nanoTime();
                    listener.onAcked(pending);
                }

                @Override
                public void onFailed(PendingSend pending, Throwable cause) {
                    message(pending).failed = true;
                    listener.onFailed(pending, cause);
                }

                @Override
                public void onViolation(PendingSend pending) {
                    violations++;
                    listener.onViolation(pending);
                }
            });
        }

        private Sent message(PendingSend pending) {
            return Objects.requireNonNull(sent.get(new Id(number, pending.sequence())));
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pending) {
            ByteBuffer header = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            run = header.getInt(0);
            Id id = id(payload, 0);
            number = id.producer();
            sent.put(id, new Sent(id, header.getLong(16), header.getLong(24), clock.nanoTime()));
            producer.send(payload, key, pending);
        }

        @Override
        public void flush() {
            producer.flush();
        }

        @Override
        public void close() throws DriverException {
            closedNanos = Math.min(closedNanos, clock.nanoTime());
            producer.close();
            open--;
        }
    }

    private final class RecordedConsumer extends WrappedConsumer {
        RecordedConsumer(DriverConsumer consumer) {
            super(consumer);
            open++;
        }

        @Override
        public void close() throws DriverException {
            super.close();
            open--;
        }
    }

    private final class RecordedListener implements MessageListener {
        private final MessageListener listener;
        private final List<Arrival> list;
        private final int consumer = consumers++;
        private final int firstPartition;
        private final LocalClock local;

        RecordedListener(MessageListener listener, List<Arrival> list, int firstPartition, LocalClock local) {
            this.local = local;
            this.listener = listener;
            this.list = list;
            this.firstPartition = firstPartition;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            list.add(arrival(buffer, offset, length, consumer, firstPartition + partition, receivedNanos, false));
            listener.onMessage(partition, buffer, offset, length, receivedNanos + ahead());
        }

        @Override
        public void onRedelivery(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            list.add(arrival(buffer, offset, length, consumer, firstPartition + partition, receivedNanos, true));
            listener.onRedelivery(partition, buffer, offset, length, receivedNanos + ahead());
        }

        /** Returns how far the worker's clock is ahead of the common one by now. */
        private long ahead() {
            return local.nanoTime() - clock.nanoTime();
        }

        @Override
        public boolean takesTime() {
            return listener.takesTime();
        }

        @Override
        public void onFailure(FailedOperation operation, Failure failure) {
            listener.onFailure(operation, failure);
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }
}
