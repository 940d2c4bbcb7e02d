package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.testing.WrappedDriver;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Makes senders wait for another interval every so many messages, so that a load has many, however slowly they are taken. */
final class IntervalGate extends WrappedDriver implements FinishedTrial.Watch {
    private final int every;
    private final AtomicInteger taken = new AtomicInteger();

    IntervalGate(Driver sound, int every) {
        super(sound);
        this.every = every;
    }

    @Override
    public void tookInterval() {
        taken.incrementAndGet();
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        return new Gated(super.openProducer(topic));
    }

    private final class Gated implements DriverProducer {
        private final DriverProducer sound;
        private int count;

        Gated(DriverProducer sound) {
            this.sound = sound;
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            sound.send(payload, key, pendingSend);
            if (++count % every == 0) {
                int takenBefore = taken.get();
                EngineTrials.await("another interval", EngineTrials.PATIENCE, () -> taken.get() > takenBefore);
            }
        }

        @Override
        public void flush() {
            sound.flush();
        }

        @Override
        public void close() throws DriverException {
            sound.close();
        }
    }
}
