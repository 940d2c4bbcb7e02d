package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
import dev.assay.run.secret.ProcessRedactor;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Filters all output to the terminal: Assay's own escape sequences for colours pass, all other control characters are made visible, and
 * known secrets are masked. Moving the cursor needs {@link TerminalWriter}.
 */
final class FilteredWriter extends Writer {
    /** Matches colours, bold and dim, but not 8, which would hide the text after it. */
    private static final Pattern OWN = Pattern.compile("\u001b\\[(?:[0-79]|[1-9][0-9])?(?:;[0-79]|;[1-9][0-9]){0,3}m");

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
        StringBuilder out = new StringBuilder(shown.length());
        Matcher style = OWN.matcher(shown);
        int done = 0;
        while (style.find()) {
            out.append(visible(shown.substring(done, style.start()))).append(style.group());
            done = style.end();
        }
        return out.append(visible(shown.substring(done))).toString();
    }

    /** Makes a text visible, including line ends with a carriage return, as on Windows. */
    private static String visible(String text) {
        return text.equals(System.lineSeparator())
                ? text
                : VisibleText.of(System.lineSeparator().equals("\r\n") ? text.replace("\r\n", "\n") : text);
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
