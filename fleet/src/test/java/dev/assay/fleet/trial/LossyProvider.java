package dev.assay.fleet.trial;

import dev.assay.core.result.EffectiveConfig;
import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.SendTicket;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.memory.MemoryProvider;
import dev.assay.testkit.FaultPlan;
import dev.assay.testkit.FaultyDriver;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The in-memory system as one that keeps messages for a subscription that comes later, loses and repeats some of them as a
 * plan says, and fails what is sent while it is down.
 */
public final class LossyProvider implements DriverProvider {
    private final DriverProvider memory = new MemoryProvider();
    private final FaultPlan plan;
    private final String subscription;
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean down;

    /**
     * A system that is up.
     *
     * @param subscription for which messages are kept
     */
    public LossyProvider(FaultPlan plan, String subscription) {
        this.plan = plan;
        this.subscription = subscription;
    }

    /** Goes down or comes back. */
    public void setDown(boolean isDown) {
        down = isDown;
    }

    /** Messages that were refused while it was down. */
    public long refused() {
        return refused.get();
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
        return new LossyDriver(new FaultyDriver(memory.open(config), plan));
    }

    private final class LossyDriver implements Driver {
        private final Driver faulty;

        LossyDriver(Driver faulty) {
            this.faulty = faulty;
        }

        @Override
        public Capabilities capabilities() {
            return faulty.capabilities();
        }

        @Override
        public void createTopics(List<TopicSpec> topics) throws DriverException {
            faulty.createTopics(topics);
            for (TopicSpec topic : topics) {
                faulty.openConsumer(topic, subscription, new Nobody()).close();
            }
        }

        @Override
        public void deleteTopics(List<TopicSpec> topics) throws DriverException {
            faulty.deleteTopics(topics);
        }

        @Override
        public DriverProducer openProducer(TopicSpec topic) throws DriverException {
            return new SometimesDown(faulty.openProducer(topic));
        }

        @Override
        public DriverConsumer openConsumer(TopicSpec topic, String name, MessageListener listener)
                throws DriverException {
            return faulty.openConsumer(topic, name, listener);
        }

        @Override
        public EffectiveConfig effectiveConfig() throws DriverException {
            return faulty.effectiveConfig();
        }

        @Override
        public void close() throws DriverException {
            faulty.close();
        }
    }

    private final class SometimesDown implements DriverProducer {
        private final DriverProducer producer;

        SometimesDown(DriverProducer producer) {
            this.producer = producer;
        }

        @Override
        public SendTicket newTicket(SendTicket.Listener listener) {
            return producer.newTicket(listener);
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, SendTicket ticket) {
            if (down) {
                refused.incrementAndGet();
                ticket.failed(new DriverException("the system is down"));
            } else {
                producer.send(payload, key, ticket);
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
