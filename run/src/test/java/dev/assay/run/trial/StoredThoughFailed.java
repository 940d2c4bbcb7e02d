package dev.assay.run.trial;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import org.jspecify.annotations.Nullable;

/** Reports some messages as failed that the system stores all the same, like a system whose answers are lost. */
public final class StoredThoughFailed implements DriverProducer {
    private final DriverProducer sound;
    private final long every;
    private long count;

    /** @param every of so many messages the first fails */
    public StoredThoughFailed(DriverProducer sound, long every) {
        this.sound = sound;
        this.every = every;
    }

    @Override
    public PendingSend newPendingSend(PendingSend.Listener listener) {
        return sound.newPendingSend(listener);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (count++ % every == 0) {
            PendingSend unheard = sound.newPendingSend(new Silence());
            unheard.arm(0, 0, 0);
            sound.send(payload, key, unheard);
            pendingSend.failed(new DriverException("the answer is lost"));
        } else {
            sound.send(payload, key, pendingSend);
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

    private record Silence() implements PendingSend.Listener {
        @Override
        public void onAcked(PendingSend pendingSend) {}

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {}

        @Override
        public void onViolation(PendingSend pendingSend) {}
    }
}
