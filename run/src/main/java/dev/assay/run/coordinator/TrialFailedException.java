package dev.assay.run.coordinator;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Reports that a trial did not finish. The message says who failed, how, and what is known about why. */
public final class TrialFailedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public enum Kind {
        /** {@link dev.assay.run.trial.Trial.Measurement#cancel()} was called. */
        CANCELLED,
        /** The system under test, or its client, failed. */
        SYSTEM,
        /** A worker died, stalled, was lost or has a defect. */
        WORKER,
        /** The trial asks for something that the worker or the system can't do. */
        REFUSED
    }

    public TrialFailedException(Kind kind, String message) {
        this(kind, message, null);
    }

    public TrialFailedException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
