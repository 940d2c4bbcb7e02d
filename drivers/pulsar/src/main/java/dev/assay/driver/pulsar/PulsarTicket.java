package dev.assay.driver.pulsar;

import dev.assay.driver.SendTicket;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.MessageId;
import org.jspecify.annotations.Nullable;

/** A ticket that is the callback itself. The client makes a new future for each message, which completes once. */
final class PulsarTicket extends SendTicket implements BiConsumer<@Nullable MessageId, @Nullable Throwable> {
    PulsarTicket(Listener listener) {
        super(listener);
    }

    @Override
    public void accept(@Nullable MessageId id, @Nullable Throwable failure) {
        if (failure == null) {
            acked();
        } else {
            failed(Failures.root(failure));
        }
    }
}
