package dev.assay.run.coordinator;

import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Reports that a worker can't be started or reached, or does not fit. The message says which, why, and what to do about it. */
public final class CoordinationException extends Exception implements ReportedFailure {
    @Serial
    private static final long serialVersionUID = 1L;

    public CoordinationException(String message) {
        super(message);
    }

    public CoordinationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public ExitCode exitCode() {
        return ExitCode.ENVIRONMENT;
    }
}
