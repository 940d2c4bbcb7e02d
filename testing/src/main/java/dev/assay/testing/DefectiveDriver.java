package dev.assay.testing;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;

public final class DefectiveDriver extends WrappedDriver {
    private final DefectPlan plan;

    /** Wraps a driver, which is closed with this one. */
    public DefectiveDriver(Driver sound, DefectPlan plan) {
        super(sound);
        this.plan = plan;
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        return new DefectiveProducer(super.openProducer(topic), plan);
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        DefectiveListener defective = new DefectiveListener(listener, topic.partitions(), plan);
        return new DefectiveConsumer(super.openConsumer(topic, subscription, defective), defective);
    }

    /** Delivers messages still held back for a swap before it closes. */
    private static final class DefectiveConsumer extends WrappedConsumer {
        private final DefectiveListener listener;

        DefectiveConsumer(DriverConsumer sound, DefectiveListener listener) {
            super(sound);
            this.listener = listener;
        }

        @Override
        public void close() throws DriverException {
            super.close();
            listener.deliverHeld();
        }
    }
}
