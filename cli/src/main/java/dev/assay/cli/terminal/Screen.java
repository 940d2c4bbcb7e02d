package dev.assay.cli.terminal;

import java.io.Console;

/** Where the output goes. */
public final class Screen {
    private Screen() {}

    /** Whether a person watches on a terminal, as opposed to a file or another program. */
    @SuppressWarnings("SystemConsoleNull") // since JDK 25 there is none again where there is no terminal
    public static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
