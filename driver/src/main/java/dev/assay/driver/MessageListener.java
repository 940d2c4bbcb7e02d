package dev.assay.driver;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;

/** Receives what a consumer delivers. Called from one thread at a time per consumer. */
public interface MessageListener {
    /**
     * @param partition 0-based partition it came from
     * @param buffer holds the payload; valid only during the call
     * @param receivedNanos {@link System#nanoTime()} when the driver took up this message; of several that a client hands over
     *     together, each has its own, after the call for the one before, and one that waits for the end of a pause, after it
     */
    void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos);

    /**
     * Receives a message that the system says it has delivered before, to this consumer or another, whether it arrived or not.
     * A driver whose client does not tell calls {@link #onMessage}.
     */
    default void onRedelivery(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
        onMessage(partition, buffer, offset, length, receivedNanos);
    }

    /** Tells whether {@link #onMessage} may take long: a driver then calls it where it delays nothing but its own consumer. */
    default boolean takesTime() {
        return false;
    }

    /**
     * Reports that receiving or acknowledging failed, or that a group moved partitions, and that the consumer continues. Any
     * thread may call it.
     */
    default void onFailure(FailedOperation operation, Failure failure) {}

    void onError(Throwable cause);
}
