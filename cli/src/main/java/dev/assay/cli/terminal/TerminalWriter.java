package dev.assay.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * What prints on the screen: text, which is filtered, and beside it what moves the cursor. That takes a way of its own, so that no text
 * can move it, whoever wrote the text.
 */
final class TerminalWriter extends PrintWriter {
    private final Writer terminal;

    TerminalWriter(Writer terminal) {
        super(new FilteredWriter(terminal), true);
        this.terminal = terminal;
    }

    /** Draws at once; whatever of it is not Assay's own has to be filtered before. */
    void draw(String frame) {
        flush();
        synchronized (lock) {
            try {
                terminal.write(frame);
                terminal.flush();
            } catch (IOException e) {
                setError(); // As for all that is printed: whoever wants to know asks in the end.
            }
        }
    }
}
