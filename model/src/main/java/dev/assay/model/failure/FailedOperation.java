package dev.assay.model.failure;

import java.util.Locale;

/** Names what a client was doing. */
public enum FailedOperation {
    SEND,
    /** Covers staying in a group, too. */
    RECEIVE,
    /** Covers committing how far a subscription has been read, too. */
    ACKNOWLEDGE;

    /** Returns the stable name in files. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
