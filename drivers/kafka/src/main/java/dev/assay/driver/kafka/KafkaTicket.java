package dev.assay.driver.kafka;

import dev.assay.driver.SendTicket;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A ticket with the callback object that the client wants, made once for many messages.
 *
 * <p>The client can report one message twice: when it fails a call after the record went into a batch (an idempotent
 * producer in its error state does), it calls back or throws at once, and calls back again when the batch is aborted. So
 * the callback that saw its call fail is replaced, and whatever reaches the old one later finds no ticket.
 */
final class KafkaTicket extends SendTicket {
    private Outcome outcome = new Outcome(this);

    KafkaTicket(Listener listener) {
        super(listener);
    }

    /** The callback for the message that the ticket has been armed for. Called by the sending thread only. */
    Outcome open() {
        outcome.open();
        return outcome;
    }

    /** The call itself threw. Called by the sending thread only. */
    void callFailed(Throwable cause) {
        outcome.report(cause);
    }

    /** Where the client reports what became of one message at a time. */
    static final class Outcome implements Callback {
        private static final VarHandle REPORTED;

        static {
            try {
                REPORTED = MethodHandles.lookup().findVarHandle(Outcome.class, "reported", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final KafkaTicket ticket;

        private @Nullable Thread sender;

        @SuppressWarnings("unused") // through REPORTED
        private volatile boolean reported = true;

        Outcome(KafkaTicket ticket) {
            this.ticket = ticket;
        }

        private void open() {
            Thread current = Thread.currentThread();
            if (sender != current) {
                sender = current; // always the same but for the first time, and a write costs more than a look
            }
            REPORTED.setRelease(this, false);
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            report(exception);
        }

        private void report(@Nullable Throwable cause) {
            if (cause != null && Thread.currentThread() == sender) {
                ticket.outcome = new Outcome(ticket);
            }
            if ((boolean) REPORTED.getAndSet(this, true)) {
                return;
            }
            if (cause == null) {
                ticket.acked();
            } else {
                ticket.failed(cause);
            }
        }
    }
}
