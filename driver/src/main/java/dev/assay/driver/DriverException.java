package dev.assay.driver;

import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Is thrown when the system or its client could not do what was asked. The message says what, and what to do about it. */
public class DriverException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // It is never serialized.
    private final @Nullable Failure failure;

    public DriverException(String message) {
        this(message, null);
    }

    public DriverException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.failure = null;
    }

    private DriverException(Failure failure, @Nullable Throwable cause) {
        super(failure.message(), cause, false, false);
        this.failure = failure;
    }

    /** Creates the failure of one message, of which there may be many a second: it has no stack trace. */
    public static DriverException ofMessage(FailureClass kind, String code, String message, @Nullable Throwable cause) {
        return new DriverException(new Failure(kind, code, message), cause);
    }

    /** Creates the failure of a message that has no outcome because its producer was closed. */
    public static DriverException producerClosed(String message) {
        return ofMessage(FailureClass.CANCELLED, "producer closed", message, null);
    }

    public Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }
}
