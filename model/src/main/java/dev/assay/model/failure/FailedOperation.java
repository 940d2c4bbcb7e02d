package dev.assay.model.failure;

import java.util.Locale;

public enum FailedOperation {
    SEND,
    /** Covers staying in a group, too. */
    RECEIVE,
    /** Covers committing how far a subscription has been read, too. */
    ACKNOWLEDGE;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
