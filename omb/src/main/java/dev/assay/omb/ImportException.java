package dev.assay.omb;

import java.io.Serial;

/** Says that input can't be imported; the message says what is expected, and what to do. */
public final class ImportException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    ImportException(String message) {
        super(message);
    }
}
