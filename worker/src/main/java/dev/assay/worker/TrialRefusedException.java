package dev.assay.worker;

import java.io.Serial;

/** The worker will not do what the coordinator asked for. */
final class TrialRefusedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    TrialRefusedException(String message) {
        super(message);
    }
}
