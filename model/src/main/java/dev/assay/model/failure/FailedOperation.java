package dev.assay.model.failure;

import java.util.Locale;

/** What a client was doing. */
public enum FailedOperation {
    /** Sending messages. */
    SEND,
    /** Receiving them, which includes staying in a group. */
    RECEIVE,
    /** Acknowledging what was received, or committing how far it goes. */
    ACKNOWLEDGE;

    /** The stable name in files. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
