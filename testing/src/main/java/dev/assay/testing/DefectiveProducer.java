package dev.assay.testing;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.model.failure.FailureClass;
import org.jspecify.annotations.Nullable;

final class DefectiveProducer implements DriverProducer {
    private final DriverProducer sound;
    private final DefectPlan plan;
    private long count;

    DefectiveProducer(DriverProducer sound, DefectPlan plan) {
        this.sound = sound;
        this.plan = plan;
    }

    @Override
    public PendingSend newPendingSend(PendingSend.Listener listener) {
        return sound.newPendingSend(listener);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        Defect defect = plan.onSending(count++).orElse(null);
        if (defect == null) {
            sound.send(payload, key, pendingSend);
            return;
        }
        plan.commit(defect);
        switch (defect) {
            case SEND_FAIL ->
                pendingSend.failed(
                        DriverException.ofMessage(FailureClass.REFUSED, "planned", "failed as planned", null));
            case SEND_SILENT -> sound.send(payload, key, standIn(new Silence()));
            case SEND_TWICE -> sound.send(payload, key, standIn(new Echo(pendingSend)));
            case DROP, DUPLICATE, SWAP, FLIP_BODY, FLIP_HEADER, FOREIGN ->
                throw new IllegalStateException(defect + " is no defect of sending");
        }
    }

    private PendingSend standIn(PendingSend.Listener listener) {
        PendingSend standIn = sound.newPendingSend(listener);
        standIn.arm(0, 0, 0);
        return standIn;
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

    private record Echo(PendingSend real) implements PendingSend.Listener {
        @Override
        public void onAcked(PendingSend pendingSend) {
            real.acked();
            real.acked();
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            real.failed(cause);
            real.failed(cause);
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            real.acked();
        }
    }
}
