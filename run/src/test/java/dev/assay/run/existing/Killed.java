package dev.assay.run.existing;

/** The process has been killed: what it would have done from here on does not happen. */
public final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed(String step) {
        super("killed " + step);
    }
}
