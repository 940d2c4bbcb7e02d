package dev.assay.cli.terminal;

import java.io.BufferedWriter;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.Optional;

/** Where the output goes. */
public final class Terminal {
    /** The type of a terminal that understands no escape sequences, such as a window of an editor. */
    private static final String DUMB = "dumb";

    private Terminal() {}

    /** What prints to a stream of this process, filtered: to {@code System.out}, or to {@code System.err}. */
    public static PrintWriter on(PrintStream stream) {
        Writer text = new BufferedWriter(new OutputStreamWriter(stream, stream.charset()));
        return new TerminalWriter(text);
    }

    /** Whether a person watches on a terminal where lines can be written over, as opposed to a file or another program. */
    @SuppressWarnings("SystemConsoleNull") // since JDK 25 there is none again where there is no terminal
    public static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal() && !DUMB.equals(System.getenv("TERM"));
    }

    /** Whether colours may be used there: not where somebody has set {@code NO_COLOR} to anything (no-color.org). */
    public static boolean isColoured() {
        return isTerminal() && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** Asks a person on the terminal whether to go on; empty where there is none. */
    @SuppressWarnings("SystemConsoleNull") // as above
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
