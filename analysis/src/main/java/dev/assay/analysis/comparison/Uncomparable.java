package dev.assay.analysis.comparison;

import java.io.Serial;

/** What was asked for can't be compared; the message says why, and what can. */
public final class Uncomparable extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    Uncomparable(String message) {
        super(message);
    }
}
