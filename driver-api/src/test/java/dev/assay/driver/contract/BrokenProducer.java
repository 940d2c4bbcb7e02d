package dev.assay.driver.contract;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.SendTicket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A producer with one defect. */
final class BrokenProducer implements DriverProducer {
    private final DriverProducer inner;
    private final Defect defect;
    private final ExecutorService connection;
    private long sent;
    private boolean closed;

    /** @param connection one for all producers, for the defects that need a thread */
    BrokenProducer(DriverProducer inner, Defect defect, ExecutorService connection) {
        this.inner = inner;
        this.defect = defect;
        this.connection = connection;
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, SendTicket ticket) {
        boolean thousandth = ++sent % 1_000 == 0;
        SendTicket told = armed(new Passing(ticket));
        switch (defect) {
            case ACKS_BEFORE_SENDING -> {
                ticket.acked();
                inner.send(payload, key, armed(new Deaf()));
            }
            case DROPS_EVERY_1000TH -> {
                if (thousandth) {
                    ticket.acked();
                } else {
                    inner.send(payload, key, told);
                }
            }
            case SENDS_EVERY_1000TH_TWICE -> {
                if (thousandth) {
                    inner.send(payload, key, armed(new Deaf()));
                }
                inner.send(payload, key, told);
            }
            case FORGETS_EVERY_1000TH_OUTCOME -> inner.send(payload, key, thousandth ? armed(new Deaf()) : told);
            case KEEPS_THE_PAYLOAD ->
                connection.execute(() -> {
                    LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
                    inner.send(payload, key, told);
                });
            case FLIPS_A_BIT -> {
                payload[payload.length - 1] ^= 1;
                inner.send(payload, key, told);
            }
            case IGNORES_KEYS -> inner.send(payload, null, told);
            case THROWS_WHEN_CLOSED -> sendUnlessClosed(payload, key, told);
            default -> inner.send(payload, key, told);
        }
    }

    private void sendUnlessClosed(byte[] payload, byte @Nullable [] key, SendTicket ticket) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        inner.send(payload, key, ticket);
    }

    private static SendTicket armed(SendTicket.Listener listener) {
        SendTicket ticket = new SendTicket(listener);
        ticket.arm(0, 0, 0);
        return ticket;
    }

    /** Tells the outcome on, as the defect has it. */
    private final class Passing implements SendTicket.Listener {
        private final SendTicket outer;

        Passing(SendTicket outer) {
            this.outer = outer;
        }

        @Override
        public void onAcked(SendTicket ticket) {
            if (defect == Defect.USES_ONE_CONNECTION_FOR_ALL) {
                connection.execute(outer::acked);
            } else {
                outer.acked();
            }
            if (defect == Defect.REPORTS_TWICE) {
                outer.acked();
            }
        }

        @Override
        public void onFailed(SendTicket ticket, Throwable cause) {
            if (defect == Defect.ACKS_WHAT_FAILS) {
                outer.acked();
            } else {
                outer.failed(cause);
            }
        }

        @Override
        public void onViolation(SendTicket ticket) {
            throw new IllegalStateException("the driver beneath is broken too");
        }
    }

    /** Wants to hear nothing. */
    private static final class Deaf implements SendTicket.Listener {
        @Override
        public void onAcked(SendTicket ticket) {}

        @Override
        public void onFailed(SendTicket ticket, Throwable cause) {}

        @Override
        public void onViolation(SendTicket ticket) {}
    }

    @Override
    public void flush() {
        inner.flush();
    }

    @Override
    public void close() throws DriverException {
        closed = true;
        inner.close();
    }
}
