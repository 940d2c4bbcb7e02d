package dev.assay.cli.command;

import dev.assay.cli.terminal.Progress;
import dev.assay.cli.terminal.Screen;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** How much a command that measures says. */
final class OutputChoice {
    @Option(
            names = {"-q", "--quiet"},
            description = "Says nothing while it measures but warnings; what came of it is said all the same.")
    private boolean quiet;

    @Option(
            names = "--verbose",
            description = "Ends with all figures of each trial, not only with a summary of several.")
    private boolean verbose;

    Progress progress(PrintWriter terminal) {
        return quiet ? Progress.quiet(terminal) : new Progress(terminal, Screen.isTerminal());
    }

    boolean verbose() {
        return verbose;
    }
}
