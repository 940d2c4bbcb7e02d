package dev.assay.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Prints filtered text on the screen, and separately moves the cursor, so that no text can move it, whoever wrote it. */
final class TerminalWriter extends PrintWriter {
    private final Writer terminal;

    TerminalWriter(Writer terminal) {
        super(new FilteredWriter(terminal), true);
        this.terminal = terminal;
    }

    /** Draws at once and unfiltered; foreign text in {@code frame} must have been filtered before. */
    void draw(String frame) {
        flush();
        synchronized (lock) {
            try {
                terminal.write(frame);
                terminal.flush();
            } catch (IOException e) {
                setError(); // As for all output, failures are checked once at the end.
            }
        }
    }
}
