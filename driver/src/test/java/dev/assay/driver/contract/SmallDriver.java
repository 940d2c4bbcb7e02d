package dev.assay.driver.contract;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.OpenClients;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.EffectiveConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Drives the small system and keeps the contract. */
final class SmallDriver implements Driver {
    private final SmallSystem system;
    private final OpenClients open = new OpenClients();

    SmallDriver(SmallSystem system) {
        this.system = system;
    }

    static DriverProvider provider(SmallSystem system) {
        return new DriverProvider() {
            @Override
            public String system() {
                return "small";
            }

            @Override
            public String client() {
                return "small 1";
            }

            @Override
            public Driver open(DriverConfig config) {
                return new SmallDriver(system);
            }
        };
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(SmallSystem.MAX_PAYLOAD_BYTES, 1_000, true, true, true, true);
    }

    @Override
    public void createTopics(List<TopicSpec> topics) throws DriverException {
        system.create(topics);
    }

    @Override
    public void deleteTopics(List<TopicSpec> topics) {
        system.delete(topics);
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        open.check();
        Producer producer = new Producer(system.topic(topic));
        open.add(producer);
        return producer;
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        open.check();
        SmallConsumer consumer = new SmallConsumer(system.topic(topic), subscription, listener, system::isFrozen);
        open.add(consumer);
        return consumer;
    }

    @Override
    public EffectiveConfig effectiveConfig() {
        Map<String, String> some = Map.of("kind", "small");
        return new EffectiveConfig(Map.of("producer", some, "consumer", some, "topic", some), Map.of());
    }

    @Override
    public void close() throws DriverException {
        open.close();
    }

    /** Sends on a thread of its own. */
    private final class Producer implements DriverProducer {
        private final SmallSystem.Topic topic;
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private int next;

        Producer(SmallSystem.Topic topic) {
            this.topic = topic;
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            byte[] copy = payload.clone();
            int hash = key == null ? next++ : Arrays.hashCode(key);
            try {
                thread.execute(() -> store(copy, Math.floorMod(hash, topic.partitions.size()), pendingSend));
            } catch (RejectedExecutionException _) {
                pendingSend.failed(DriverException.producerClosed("the producer is closed"));
            }
        }

        private void store(byte[] payload, int partition, PendingSend pendingSend) {
            system.awaitThawed();
            if (payload.length > SmallSystem.MAX_PAYLOAD_BYTES) {
                pendingSend.failed(DriverException.ofMessage(
                        FailureClass.TOO_LARGE, "E42", "too large: " + payload.length + " bytes", null));
            } else {
                topic.append(partition, payload);
                pendingSend.acked();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() throws DriverException {
            thread.shutdown();
            try {
                if (!thread.awaitTermination(2, TimeUnit.MINUTES)) {
                    thread.shutdownNow();
                }
            } catch (InterruptedException e) {
                throw new DriverException("interrupted", e);
            }
        }
    }
}
