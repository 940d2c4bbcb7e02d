package dev.assay.testkit;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.SendTicket;
import org.jspecify.annotations.Nullable;

/** Commits the faults of sending. */
final class FaultyProducer implements DriverProducer {
    private final DriverProducer sound;
    private final FaultPlan plan;
    private long count;

    FaultyProducer(DriverProducer sound, FaultPlan plan) {
        this.sound = sound;
        this.plan = plan;
    }

    @Override
    public SendTicket newTicket(SendTicket.Listener listener) {
        return sound.newTicket(listener);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, SendTicket ticket) {
        Fault fault = plan.onSending(count++).orElse(null);
        if (fault == null) {
            sound.send(payload, key, ticket);
            return;
        }
        plan.commit(fault);
        switch (fault) {
            case SEND_FAIL -> ticket.failed(new DriverException("failed as planned"));
            case SEND_SILENT -> sound.send(payload, key, standIn(new Silence()));
            case SEND_TWICE -> sound.send(payload, key, standIn(new Echo(ticket)));
            case DROP, DUPLICATE, SWAP, FLIP_BODY, FLIP_HEADER, FOREIGN ->
                throw new IllegalStateException(fault + " is no fault of sending");
        }
    }

    private SendTicket standIn(SendTicket.Listener listener) {
        SendTicket standIn = sound.newTicket(listener);
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

    private record Silence() implements SendTicket.Listener {
        @Override
        public void onAcked(SendTicket ticket) {}

        @Override
        public void onFailed(SendTicket ticket, Throwable cause) {}

        @Override
        public void onViolation(SendTicket ticket) {}
    }

    /** Tells the real ticket everything twice. */
    private record Echo(SendTicket real) implements SendTicket.Listener {
        @Override
        public void onAcked(SendTicket ticket) {
            real.acked();
            real.acked();
        }

        @Override
        public void onFailed(SendTicket ticket, Throwable cause) {
            real.failed(cause);
            real.failed(cause);
        }

        @Override
        public void onViolation(SendTicket ticket) {
            real.acked();
        }
    }
}
