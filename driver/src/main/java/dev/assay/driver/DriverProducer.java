package dev.assay.driver;

import org.jspecify.annotations.Nullable;

/** Sends messages to one topic. Used by one thread. */
public interface DriverProducer extends AutoCloseable {
    /** Creates the object of one message; a driver whose client wants a callback object returns one that is the callback. */
    default PendingSend newPendingSend(PendingSend.Listener listener) {
        return new PendingSend(listener);
    }

    /**
     * Hands a message to the client, which may block when it is full. The outcome is reported to {@code pendingSend} exactly
     * once, from any thread; so is a failure of the call itself, so that this method throws nothing on account of one message.
     *
     * @param payload valid only until this method returns: a client that needs it longer copies it
     * @param key the message's key, or null for none; valid as long as the payload
     */
    void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend);

    /** Sends the messages that the client still gathers; returns without waiting for the outcome where it can. */
    void flush();

    /** Closes the producer; messages under way are failed or left without outcome within a few seconds. */
    @Override
    void close() throws DriverException;
}
