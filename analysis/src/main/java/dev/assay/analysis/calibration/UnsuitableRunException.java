package dev.assay.analysis.calibration;

import java.io.Serial;

/** A run tells nothing of the machine that it was made on; the message says why. */
public final class UnsuitableRunException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final boolean tooLittle;

    UnsuitableRunException(boolean tooLittle, String message) {
        super(message);
        this.tooLittle = tooLittle;
    }

    /** Whether it is a run of the right kind, and more of the same, or a quieter machine, would tell. */
    public boolean tooLittle() {
        return tooLittle;
    }
}
