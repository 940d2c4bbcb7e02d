package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/**
 * Closes the client of one producer or consumer in two steps: its threads take two seconds to end after everything is closed, so that all
 * clients are waited for together.
 */
final class DedicatedClient {
    private static final int CLOSE_SECONDS = 5;

    private final PulsarClient client;
    private final String of;
    private final AtomicReference<@Nullable CompletableFuture<Void>> closing = new AtomicReference<>();

    /** @param of the producer or consumer that the client belongs to, for messages */
    DedicatedClient(PulsarClient client, String of) {
        this.client = client;
        this.of = of;
    }

    PulsarClient client() {
        return client;
    }

    /** Begins to close the client with what it has opened; a second call does nothing. */
    void beginClosing() {
        if (closing.get() == null) {
            closing.compareAndSet(null, client.closeAsync());
        }
    }

    /** Closes the client, without the brokers where they do not answer in five seconds. Its threads are gone when this returns. */
    void close() throws DriverException {
        beginClosing();
        CompletableFuture<Void> end = closing.get();
        if (end == null) {
            return;
        }
        try {
            PulsarFailures.await(end, "closing the client of " + of, CLOSE_SECONDS);
        } catch (DriverException e) {
            try {
                client.shutdown();
            } catch (PulsarClientException again) {
                e.addSuppressed(again);
                throw e;
            }
        }
    }
}
