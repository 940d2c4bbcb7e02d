package dev.assay.cluster;

import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;
import org.jspecify.annotations.Nullable;

/** Reports that something that Assay needs could not be had. The message is for people: what, where, why, and what to do. */
public final class DeploymentException extends RuntimeException implements ReportedFailure {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    private DeploymentException(ExitCode exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public static DeploymentException input(String message, @Nullable Throwable cause) {
        return new DeploymentException(ExitCode.BAD_INPUT, message, cause);
    }

    /** Reports a problem of this machine or its network. */
    public static DeploymentException environment(String message, @Nullable Throwable cause) {
        return new DeploymentException(ExitCode.ENVIRONMENT, message, cause);
    }

    public static DeploymentException system(String message, @Nullable Throwable cause) {
        return new DeploymentException(ExitCode.SYSTEM_UNDER_TEST, message, cause);
    }

    @Override
    public ExitCode exitCode() {
        return exitCode;
    }
}
