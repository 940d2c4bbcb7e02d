package dev.assay.testing;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.Failure;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Passes everything on to another driver, for tests that override what they want to be different. */
public class WrappedDriver implements Driver {
    private final Driver sound;

    /** Wraps a driver, which is closed with this one. */
    public WrappedDriver(Driver sound) {
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
    public List<String> existingTopics(List<TopicSpec> topics) throws DriverException {
        return sound.existingTopics(topics);
    }

    @Override
    public Map<TopicSpec, Set<Integer>> lostPartitions(List<TopicSpec> topics) throws DriverException {
        return sound.lostPartitions(topics);
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
    public Optional<SendCompression> compression() {
        return sound.compression();
    }

    @Override
    public List<Sample> metrics(long nanoTime) throws DriverException {
        return sound.metrics(nanoTime);
    }

    @Override
    public List<String> alarms() throws DriverException {
        return sound.alarms();
    }

    @Override
    public Failure failureOf(Throwable cause) {
        return sound.failureOf(cause);
    }

    @Override
    public void close() throws DriverException {
        sound.close();
    }
}
