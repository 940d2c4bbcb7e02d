package dev.assay.testing.disk;

import java.io.IOException;

public enum DiskFailure {
    /** The program is killed: half of what the step writes is written, and nothing more happens. */
    KILLED,
    /** There is no room from then on: changes that need room fail after half of it; other changes work. */
    FULL,
    /** Only that step fails. */
    BROKEN;

    /** Ends a program that was killed; as an error, it passes by handlers of exceptions, which must repair nothing then. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    void raise() throws IOException {
        switch (this) {
            case KILLED -> throw new Killed();
            case FULL -> throw new IOException("No space left on device");
            case BROKEN -> throw new IOException("Input/output error");
        }
    }
}
