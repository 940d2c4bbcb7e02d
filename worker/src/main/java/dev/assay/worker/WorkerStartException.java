package dev.assay.worker;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Is thrown when the worker can't start with its options. The message says why, and what to do about it. */
public final class WorkerStartException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public WorkerStartException(String message) {
        super(message);
    }

    public WorkerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
