package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
import dev.assay.run.secret.ProcessRedactor;
import java.io.IOException;
import java.io.Writer;

/** Filters all text on its way to the terminal: control characters are made visible, and known secrets are masked. */
final class FilteredWriter extends Writer {
    private final Writer terminal;

    FilteredWriter(Writer terminal) {
        this.terminal = terminal;
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        terminal.write(filtered(new String(text, from, length)));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        terminal.write(filtered(text.substring(from, from + length)));
    }

    static String filtered(String text) {
        String shown = ProcessRedactor.known().verbatim(text);
        return shown.equals(System.lineSeparator())
                ? shown
                // On Windows lines end with a carriage return, too.
                : VisibleText.of(System.lineSeparator().equals("\r\n") ? shown.replace("\r\n", "\n") : shown);
    }

    @Override
    public void flush() throws IOException {
        terminal.flush();
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
