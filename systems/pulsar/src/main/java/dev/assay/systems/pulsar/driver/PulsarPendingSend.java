package dev.assay.systems.pulsar.driver;

import dev.assay.driver.PendingSend;
import dev.assay.driver.client.Answers;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.MessageId;
import org.jspecify.annotations.Nullable;

/** The callback itself. The client makes a new future for each message, which completes once. */
final class PulsarPendingSend extends PendingSend implements BiConsumer<@Nullable MessageId, @Nullable Throwable> {
    private final ProducerFigures figures;

    PulsarPendingSend(Listener listener, ProducerFigures figures) {
        super(listener);
        this.figures = figures;
    }

    @Override
    public void accept(@Nullable MessageId id, @Nullable Throwable failure) {
        if (failure == null) {
            figures.acked(id);
            acked();
        } else {
            failed(Answers.unwrapped(failure));
        }
    }
}
