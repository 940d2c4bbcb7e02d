package dev.assay.cluster;

import org.jspecify.annotations.Nullable;

/** Something that Assay needs could not be had. The message is for people: what, where, why, and what to do. */
public final class DeploymentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whose fault it is, which decides the exit code. */
    public enum Kind {
        /** The scenario or the command line asks for something that does not exist or cannot work. */
        INPUT,
        /** This machine or its network lacks something. */
        ENVIRONMENT,
        /** The system under test did not start or did not go on. */
        SYSTEM
    }

    private final Kind kind;

    private DeploymentException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** A fault of what was asked for. */
    public static DeploymentException input(String message, @Nullable Throwable cause) {
        return new DeploymentException(Kind.INPUT, message, cause);
    }

    /** A fault of this machine or its network. */
    public static DeploymentException environment(String message, @Nullable Throwable cause) {
        return new DeploymentException(Kind.ENVIRONMENT, message, cause);
    }

    /** A fault of the system under test. */
    public static DeploymentException system(String message, @Nullable Throwable cause) {
        return new DeploymentException(Kind.SYSTEM, message, cause);
    }

    /** Whose fault it is. */
    public Kind kind() {
        return kind;
    }
}
