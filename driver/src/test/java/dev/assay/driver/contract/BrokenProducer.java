package dev.assay.driver.contract;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sends with one defect. */
final class BrokenProducer implements DriverProducer {
    private final DriverProducer inner;
    private final ContractDefect defect;
    private final ExecutorService connection;
    private final Thread opener = Thread.currentThread();
    private long sent;
    private boolean closed;

    /** @param connection one for all producers, for the defects that need a thread */
    BrokenProducer(DriverProducer inner, ContractDefect defect, ExecutorService connection) {
        this.inner = inner;
        this.defect = defect;
        this.connection = connection;
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        boolean thousandth = ++sent % 1_000 == 0;
        PendingSend reported = armed(new Passing(pendingSend));
        switch (defect) {
            case ACKS_BEFORE_SENDING -> {
                pendingSend.acked();
                inner.send(payload, key, armed(new Deaf()));
            }
            case DROPS_EVERY_1000TH -> {
                if (thousandth) {
                    pendingSend.acked();
                } else {
                    inner.send(payload, key, reported);
                }
            }
            case SENDS_EVERY_1000TH_TWICE -> {
                if (thousandth) {
                    inner.send(payload, key, armed(new Deaf()));
                }
                inner.send(payload, key, reported);
            }
            case FORGETS_EVERY_1000TH_OUTCOME -> inner.send(payload, key, thousandth ? armed(new Deaf()) : reported);
            case KEEPS_THE_PAYLOAD ->
                connection.execute(() -> {
                    LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
                    inner.send(payload, key, reported);
                });
            case FLIPS_A_BIT -> {
                payload[payload.length - 1] ^= 1;
                inner.send(payload, key, reported);
            }
            case IGNORES_KEYS -> inner.send(payload, null, reported);
            case THROWS_WHEN_CLOSED -> sendUnlessClosed(payload, key, reported);
            case THROWS_ON_A_SECOND_THREAD -> {
                inner.send(payload, key, reported);
                if (Thread.currentThread() != opener) {
                    throw new IllegalStateException("not on this thread");
                }
            }
            default -> inner.send(payload, key, reported);
        }
    }

    private void sendUnlessClosed(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        inner.send(payload, key, pendingSend);
    }

    private static PendingSend armed(PendingSend.Listener listener) {
        PendingSend pendingSend = new PendingSend(listener);
        pendingSend.arm(0, 0, 0);
        return pendingSend;
    }

    /** Passes outcomes on with the defect. */
    private final class Passing implements PendingSend.Listener {
        private final PendingSend outer;

        Passing(PendingSend outer) {
            this.outer = outer;
        }

        @Override
        public void onAcked(PendingSend pendingSend) {
            if (defect == ContractDefect.USES_ONE_CONNECTION_FOR_ALL) {
                connection.execute(outer::acked);
            } else {
                outer.acked();
            }
            if (defect == ContractDefect.REPORTS_TWICE) {
                outer.acked();
            }
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            if (defect == ContractDefect.ACKS_WHAT_FAILS) {
                outer.acked();
            } else {
                outer.failed(cause);
            }
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            throw new IllegalStateException("the underlying driver is broken, too");
        }
    }

    /** Ignores all outcomes. */
    private static final class Deaf implements PendingSend.Listener {
        @Override
        public void onAcked(PendingSend pendingSend) {}

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {}

        @Override
        public void onViolation(PendingSend pendingSend) {}
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
