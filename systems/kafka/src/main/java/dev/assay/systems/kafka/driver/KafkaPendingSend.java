package dev.assay.systems.kafka.driver;

import dev.assay.driver.PendingSend;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The callback itself, so that a message has one object of ours to be looked up when its outcome comes.
 *
 * <p>The client can report one message twice: when it fails a call after the record went into a batch (an idempotent
 * producer in its error state does), it calls back or throws at once, and calls back again when the batch is aborted. The
 * first report counts; as it represents no other message after a failure, a later one can't be taken for another message's.
 */
final class KafkaPendingSend extends PendingSend implements Callback {
    KafkaPendingSend(Listener listener) {
        super(listener);
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        if (exception == null) {
            ackedUnlessKnown();
        } else {
            failedUnlessKnown(exception);
        }
    }

    /** The call itself threw. */
    void callFailed(Throwable cause) {
        failedUnlessKnown(cause);
    }
}
