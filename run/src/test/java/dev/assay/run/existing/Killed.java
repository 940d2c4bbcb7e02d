package dev.assay.run.existing;

/** Ends a killed process: nothing that it would have done from here on happens. */
public final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed(String step) {
        super("killed " + step);
    }
}
