package dev.assay.host;

import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Is thrown when this machine can't do what is needed of it. The message says what, and what to do about it. */
public final class HostException extends RuntimeException implements ReportedFailure {
    @Serial
    private static final long serialVersionUID = 1L;

    public HostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public ExitCode exitCode() {
        return ExitCode.ENVIRONMENT;
    }
}
