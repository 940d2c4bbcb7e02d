package dev.assay.fleet.coordinator;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A worker can't be started or reached, or does not fit. The message says which, why, and what to do about it. */
public final class FleetException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public FleetException(String message) {
        super(message);
    }

    public FleetException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
