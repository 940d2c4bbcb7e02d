package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.testing.WrappedDriver;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Knows when the underlying in-memory system has nothing left to deliver, whatever defects the driver above has. It acknowledges
 * before it delivers, so that all outcomes have been reported by then.
 */
final class DeliveryCount extends WrappedDriver implements FinishedTrial.Watch {
    private final int subscriptions;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();

    DeliveryCount(Driver sound, int subscriptions) {
        super(sound);
        this.subscriptions = subscriptions;
    }

    @Override
    public boolean isOver(LoadSession session) {
        return session.sendingFinished() && delivered.get() == subscriptions * sent.get();
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        DriverProducer sound = super.openProducer(topic);
        return new DriverProducer() {
            @Override
            public PendingSend newPendingSend(PendingSend.Listener listener) {
                return sound.newPendingSend(listener);
            }

            @Override
            public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
                sent.incrementAndGet();
                sound.send(payload, key, pendingSend);
            }

            @Override
            public void flush() {
                sound.flush();
            }

            @Override
            public void close() throws DriverException {
                sound.close();
            }
        };
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        return super.openConsumer(topic, subscription, new MessageListener() {
            @Override
            public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
                listener.onMessage(partition, buffer, offset, length, receivedNanos);
                delivered.incrementAndGet();
            }

            @Override
            public void onError(Throwable cause) {
                listener.onError(cause);
            }
        });
    }
}
