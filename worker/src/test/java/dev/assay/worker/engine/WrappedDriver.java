package dev.assay.worker.engine;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Passes everything on to another driver, for tests that override what they want to be different. */
class WrappedDriver implements Driver {
    private final Driver sound;

    WrappedDriver(Driver sound) {
        this.sound = sound;
    }

    @Override
    public Capabilities capabilities() {
        return sound.capabilities();
    }

    @Override
    public void createTopics(List<TopicSpec> topics) throws DriverException {
        sound.createTopics(topics);
    }

    @Override
    public void deleteTopics(List<TopicSpec> topics) throws DriverException {
        sound.deleteTopics(topics);
    }

    @Override
    public void deleteRemains() throws DriverException {
        sound.deleteRemains();
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        return sound.openProducer(topic);
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        return sound.openConsumer(topic, subscription, listener);
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        return sound.effectiveConfig();
    }

    @Override
    public void close() throws DriverException {
        sound.close();
    }

    /** Blocks the calls of a producer until it is released or closed. */
    static final class BlockedProducer implements DriverProducer {
        private final DriverProducer sound;
        private final CountDownLatch letGo;

        BlockedProducer(DriverProducer sound, CountDownLatch letGo) {
            this.sound = sound;
            this.letGo = letGo;
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            sound.send(payload, key, pendingSend);
        }

        @Override
        public void flush() {
            sound.flush();
        }

        @Override
        public void close() throws DriverException {
            sound.close();
            letGo.countDown();
        }
    }
}
