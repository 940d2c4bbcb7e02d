package dev.assay.cli.terminal;

import dev.assay.run.secret.ProcessRedactor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Prints filtered text, and separately what Assay itself colours and draws, so that no text can do either, whoever wrote it. */
final class TerminalWriter extends PrintWriter {
    private final Writer terminal;

    TerminalWriter(Writer terminal) {
        super(new FilteredWriter(terminal), true);
        this.terminal = terminal;
    }

    /** Draws at once and without making anything visible, which must have been done before colours were added. */
    void draw(String frame) {
        flush();
        synchronized (lock) {
            try {
                terminal.write(ProcessRedactor.known().verbatim(frame));
                terminal.flush();
            } catch (IOException e) {
                setError(); // As for all output, failures are checked once at the end.
            }
        }
    }
}
