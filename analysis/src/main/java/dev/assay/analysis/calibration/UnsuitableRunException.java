package dev.assay.analysis.calibration;

import java.io.Serial;

/** Says in its message why a run tells nothing about the machine that it ran on. */
public final class UnsuitableRunException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final boolean tooLittle;

    UnsuitableRunException(boolean tooLittle, String message) {
        super(message);
        this.tooLittle = tooLittle;
    }

    /** Tells whether the run is of the right kind, so that more of the same, or a quieter machine, would be enough. */
    public boolean tooLittle() {
        return tooLittle;
    }
}
