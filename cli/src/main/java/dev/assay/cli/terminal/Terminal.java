package dev.assay.cli.terminal;

import dev.assay.report.view.Block;
import dev.assay.report.view.TerminalRenderer;
import java.io.BufferedWriter;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

public final class Terminal {
    /** Names, in TERM, a terminal that understands no escape sequences, such as an editor's window. */
    private static final String DUMB = "dumb";

    private Terminal() {}

    /** Returns a filtered writer to {@code System.out} or {@code System.err}. */
    public static PrintWriter on(PrintStream stream) {
        Writer text = new BufferedWriter(new OutputStreamWriter(stream, stream.charset()));
        return new TerminalWriter(text);
    }

    /** Tells whether a person watches on a terminal where lines can be overwritten, as opposed to a file or another program. */
    @SuppressWarnings("SystemConsoleNull") // Since JDK 25 it is null again where there is no terminal.
    public static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal() && !DUMB.equals(System.getenv("TERM"));
    }

    /** Tells whether colours may be used: not where {@code NO_COLOR} is set to anything (no-color.org). */
    public static boolean isColoured() {
        return isTerminal() && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** Prints blocks, whose texts are made visible before colours are added. */
    public static void print(PrintWriter out, List<Block> blocks) {
        draw(out, TerminalRenderer.render(blocks, isColoured()));
    }

    /** Prints text with escape sequences of Assay's own; all other text in it must have been made visible before. */
    public static void draw(PrintWriter out, String text) {
        if (out instanceof TerminalWriter terminal) {
            terminal.draw(text);
        } else {
            out.print(text);
            out.flush();
        }
    }

    /** Asks a person on the terminal whether to continue; empty where there is no terminal. */
    @SuppressWarnings("SystemConsoleNull") // It may be null, as above.
    public static Optional<Boolean> confirm(String question) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return Optional.empty();
        }
        String answer = console.readLine("%s", question);
        return Optional.of(
                answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes"));
    }
}
