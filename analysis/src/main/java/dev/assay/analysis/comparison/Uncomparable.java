package dev.assay.analysis.comparison;

import java.io.Serial;

/** Says in its message why a requested comparison is impossible, and which is possible. */
public final class Uncomparable extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    Uncomparable(String message) {
        super(message);
    }
}
