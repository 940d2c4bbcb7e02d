package dev.assay.testing;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.Failure;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;

public final class DefectiveDriver implements Driver {
    private final Driver sound;
    private final DefectPlan plan;

    /** Wraps a driver, which is closed with this one. */
    public DefectiveDriver(Driver sound, DefectPlan plan) {
        this.sound = sound;
        this.plan = plan;
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
    public void deleteTopics(List<TopicSpec> topics) throws DriverException {
        sound.deleteTopics(topics);
    }

    @Override
    public void deleteRemains() throws DriverException {
        sound.deleteRemains();
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        return new DefectiveProducer(sound.openProducer(topic), plan);
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        DefectiveListener defective = new DefectiveListener(listener, topic.partitions(), plan);
        return new DefectiveConsumer(sound.openConsumer(topic, subscription, defective), defective);
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        return sound.effectiveConfig();
    }

    @Override
    public Failure failureOf(Throwable cause) {
        return sound.failureOf(cause);
    }

    @Override
    public void close() throws DriverException {
        sound.close();
    }

    /** Delivers messages still held back for a swap before it closes. */
    private record DefectiveConsumer(DriverConsumer sound, DefectiveListener listener) implements DriverConsumer {
        @Override
        public int assignedPartitions() {
            return sound.assignedPartitions();
        }

        @Override
        public boolean sharesPartitions() {
            return sound.sharesPartitions();
        }

        @Override
        public boolean atEnd() throws DriverException {
            return sound.atEnd();
        }

        @Override
        public void pause() {
            sound.pause();
        }

        @Override
        public void resume() {
            sound.resume();
        }

        @Override
        public void close() throws DriverException {
            sound.close();
            listener.deliverHeld();
        }
    }
}
