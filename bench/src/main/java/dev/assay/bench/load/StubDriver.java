package dev.assay.bench.load;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Acknowledges each message within the send call, without a system; nobody receives it. */
public class StubDriver implements Driver {
    @Override
    public Capabilities capabilities() {
        return new Capabilities(Integer.MAX_VALUE, Integer.MAX_VALUE, true, true, true, true);
    }

    @Override
    public void createTopics(List<TopicSpec> topics) {}

    @Override
    public void deleteTopics(List<TopicSpec> topics) {}

    @Override
    public DriverProducer openProducer(TopicSpec topic) {
        return new AcknowledgingProducer();
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener) {
        return new IdleConsumer();
    }

    @Override
    public EffectiveConfig effectiveConfig() {
        return EffectiveConfig.NONE;
    }

    @Override
    public void close() {}

    private static final class AcknowledgingProducer implements DriverProducer {
        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            pendingSend.acked();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static final class IdleConsumer implements DriverConsumer {
        @Override
        public int assignedPartitions() {
            return 1;
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void close() {}
    }
}
