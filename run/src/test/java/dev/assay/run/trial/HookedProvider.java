package dev.assay.run.trial;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.result.SendCompression;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.WrappedConsumer;
import dev.assay.testing.WrappedDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Opens the in-memory system with hooks, and makes it fail where a test wants it to. */
public final class HookedProvider implements DriverProvider {
    private final DriverProvider memory;
    private final Set<String> topics = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch creating = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private volatile boolean createsForEver;
    private volatile boolean stubborn;
    private volatile int hiddenPartitions;
    private volatile String laterSuffix = "";
    private final AtomicInteger consumersLeft = new AtomicInteger(Integer.MAX_VALUE);
    private volatile UnaryOperator<MessageListener> listeners = UnaryOperator.identity();
    private volatile UnaryOperator<DriverProducer> producers = UnaryOperator.identity();
    private volatile Runnable deletion = () -> {};
    private volatile List<String> alarms = List.of();

    public HookedProvider() {
        this(LocalClock.SYSTEM);
    }

    public HookedProvider(LocalClock clock) {
        memory = new MemoryProvider(clock);
    }

    /** Makes creation of topics hang from now on, until it is interrupted. */
    public HookedProvider createForEver() {
        createsForEver = true;
        return this;
    }

    /** Makes creation of topics hang from now on, interrupted or not, until {@link #letGo}. */
    public HookedProvider createStubbornly() {
        stubborn = true;
        return this;
    }

    public void letGo() {
        letGo.countDown();
    }

    public HookedProvider hidePartitions(int count) {
        hiddenPartitions = count;
        return this;
    }

    /** Keeps messages for subscriptions that come later under these names, in addition to those that topics name. */
    public HookedProvider keepFor(String suffix) {
        laterSuffix = suffix;
        return this;
    }

    public HookedProvider refuseConsumersAfter(int count) {
        consumersLeft.set(count);
        return this;
    }

    public HookedProvider deliverThrough(UnaryOperator<MessageListener> between) {
        listeners = between;
        return this;
    }

    public HookedProvider sendThrough(UnaryOperator<DriverProducer> between) {
        producers = between;
        return this;
    }

    public HookedProvider onDeletion(Runnable action) {
        deletion = action;
        return this;
    }

    public void raise(String alarm) {
        alarms = List.of(alarm);
    }

    public Set<String> topics() {
        return topics;
    }

    /** Is released when a driver has been closed. */
    public CountDownLatch closed() {
        return closed;
    }

    /** Is released when topics are about to be created. */
    public CountDownLatch creating() {
        return creating;
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
        return new HookedDriver(memory.open(config));
    }

    private final class HookedDriver extends WrappedDriver {
        HookedDriver(Driver driver) {
            super(driver);
        }

        @Override
        public Capabilities capabilities() {
            Capabilities own = super.capabilities();
            return new Capabilities(
                    own.maxPayloadBytes(),
                    own.maxPartitions(),
                    own.keys(),
                    own.pause(),
                    own.sharing(),
                    !laterSuffix.isEmpty());
        }

        @Override
        public void createTopics(List<TopicSpec> specs) throws DriverException {
            creating.countDown();
            if (createsForEver) {
                hang();
            }
            if (stubborn) {
                TestTimeouts.await("the test lets go", () -> letGo.getCount() == 0);
            }
            super.createTopics(specs.stream().map(this::withLater).toList());
            specs.forEach(spec -> topics.add(spec.name()));
        }

        private TopicSpec withLater(TopicSpec spec) {
            List<String> all = new ArrayList<>(spec.subscriptions());
            if (!laterSuffix.isEmpty()) {
                spec.subscriptions().forEach(name -> all.add(name + laterSuffix));
            }
            return new TopicSpec(spec.name(), spec.partitions(), all);
        }

        private static void hang() throws DriverException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new DriverException("interrupted", e);
            }
        }

        @Override
        public void deleteTopics(List<TopicSpec> specs) throws DriverException {
            deletion.run();
            super.deleteTopics(specs);
            specs.forEach(spec -> topics.remove(spec.name()));
        }

        @Override
        public Optional<SendCompression> compression() {
            return Optional.of(new SendCompression("zip", 0.25, 10, 1));
        }

        @Override
        public DriverProducer openProducer(TopicSpec topic) throws DriverException {
            return producers.apply(super.openProducer(topic));
        }

        @Override
        public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
                throws DriverException {
            if (consumersLeft.getAndDecrement() <= 0) {
                throw new DriverException("no more consumers");
            }
            return new HookedConsumer(super.openConsumer(topic, subscription, listeners.apply(listener)));
        }

        @Override
        public List<String> alarms() {
            return alarms;
        }

        @Override
        public void close() throws DriverException {
            super.close();
            closed.countDown();
        }
    }

    private final class HookedConsumer extends WrappedConsumer {
        HookedConsumer(DriverConsumer consumer) {
            super(consumer);
        }

        @Override
        public int assignedPartitions() {
            return super.assignedPartitions() - hiddenPartitions;
        }
    }
}
