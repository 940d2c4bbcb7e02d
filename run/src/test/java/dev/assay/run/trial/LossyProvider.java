package dev.assay.run.trial;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.Defect;
import dev.assay.testing.DefectPlan;
import dev.assay.testing.DefectiveDriver;
import dev.assay.testing.WrappedDriver;
import dev.assay.testing.time.VirtualClock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Opens the in-memory system, which keeps messages for a subscription that comes later, loses and repeats some of them by a plan, and fails
 * messages that are sent while it is down.
 */
public final class LossyProvider implements DriverProvider {
    private final DriverProvider memory;
    private final VirtualClock clock;
    private final DefectPlan plan;
    private final String subscription;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong outcomes = new AtomicLong();
    private final AtomicLong stored = new AtomicLong();
    private volatile boolean down;
    private boolean storesAll = true;

    /**
     * Creates a system that is up.
     *
     * @param subscription for which messages are kept
     */
    public LossyProvider(DefectPlan plan, String subscription, VirtualClock clock) {
        this.clock = clock;
        this.memory = new MemoryProvider(clock);
        this.plan = plan;
        this.subscription = subscription;
    }

    /** Sets whether all acknowledged messages count as stored; otherwise only outcomes are waited for. */
    public LossyProvider storing(boolean all) {
        storesAll = all;
        return this;
    }

    /** Takes it down or brings it back. */
    public void setDown(boolean isDown) {
        down = isDown;
    }

    /** Counts the messages that were refused while it was down. */
    public long refused() {
        return refused.get();
    }

    /** Waits until all messages sent have their final outcome, and are stored. */
    public void awaitOutcomes() {
        boolean come = clock.await(
                TestTimeouts.LIMIT,
                () -> outcomes.get() == sent.get() - plan.committed(Defect.SEND_SILENT)
                        && (!storesAll || stored.get() == sent.get() - refused.get()));
        if (!come) {
            throw new AssertionError("messages have no outcome");
        }
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
        return new LossyDriver(memory.open(config));
    }

    private final class LossyDriver extends WrappedDriver {
        private final Driver sound;

        LossyDriver(Driver sound) {
            super(new DefectiveDriver(sound, plan));
            this.sound = sound;
        }

        @Override
        public void createTopics(List<TopicSpec> topics) throws DriverException {
            super.createTopics(topics);
            for (TopicSpec topic : topics) {
                sound.openConsumer(topic, subscription, new Nobody()).close();
                // It is given each message after the others.
                sound.openConsumer(topic, "to count", new StoredCount());
            }
        }

        @Override
        public DriverProducer openProducer(TopicSpec topic) throws DriverException {
            return new SometimesDown(super.openProducer(topic));
        }
    }

    private final class SometimesDown implements DriverProducer {
        private final DriverProducer producer;

        SometimesDown(DriverProducer producer) {
            this.producer = producer;
        }

        @Override
        public PendingSend newPendingSend(PendingSend.Listener listener) {
            return producer.newPendingSend(new OutcomeCount(listener));
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            sent.incrementAndGet();
            if (down) {
                refused.incrementAndGet();
                pendingSend.failed(new DriverException("the system is down"));
            } else {
                producer.send(payload, key, pendingSend);
            }
        }

        @Override
        public void flush() {
            producer.flush();
        }

        @Override
        public void close() throws DriverException {
            producer.close();
        }
    }

    private final class OutcomeCount implements PendingSend.Listener {
        private final PendingSend.Listener listener;

        OutcomeCount(PendingSend.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void onAcked(PendingSend pendingSend) {
            listener.onAcked(pendingSend);
            outcomes.incrementAndGet();
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            listener.onFailed(pendingSend, cause);
            outcomes.incrementAndGet();
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            listener.onViolation(pendingSend);
        }
    }

    private final class StoredCount implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            stored.incrementAndGet();
        }

        @Override
        public void onError(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    private static final class Nobody implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            throw new IllegalStateException("a message before the load");
        }

        @Override
        public void onError(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }
}
