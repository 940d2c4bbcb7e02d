package dev.assay.model.exit;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Ends a command with a message for people and an exit code. */
public final class CommandFailure extends RuntimeException implements ReportedFailure {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    public CommandFailure(ExitCode exitCode, String message) {
        this(exitCode, message, null);
    }

    public CommandFailure(ExitCode exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Reports that something typed, or written in a file, can't be used as it is. */
    public static CommandFailure badInput(String message) {
        return new CommandFailure(ExitCode.BAD_INPUT, message);
    }

    public static CommandFailure badInput(String message, @Nullable Throwable cause) {
        return new CommandFailure(ExitCode.BAD_INPUT, message, cause);
    }

    /** Reads a value from text that was typed, or that stands in a file; an {@link IllegalArgumentException} says what is wrong with it. */
    @FunctionalInterface
    public interface Reading<T, X extends Exception> {
        T read() throws X;
    }

    /**
     * @param source stands before what is wrong with it, such as {@code "--budget: "}
     * @throws CommandFailure where something is wrong with it
     */
    public static <T, X extends Exception> T reading(String source, Reading<T, X> reading) throws X {
        try {
            return reading.read();
        } catch (IllegalArgumentException e) {
            throw badInput(source + e.getMessage(), e);
        }
    }

    @Override
    public ExitCode exitCode() {
        return exitCode;
    }
}
