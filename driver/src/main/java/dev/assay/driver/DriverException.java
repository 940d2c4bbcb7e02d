package dev.assay.driver;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The system or its client could not do what was asked. The message says what, and what to do about it. */
public class DriverException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public DriverException(String message) {
        super(message);
    }

    public DriverException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
