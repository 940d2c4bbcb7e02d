package dev.assay.cli.command;

import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.exit.CommandFailure;
import dev.assay.run.event.EventLines;
import dev.assay.run.event.Progress;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.stage.RunFollower;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Option;

final class OutputChoice {
    @Option(
            names = {"-q", "--quiet"},
            description = "Prints only warnings and the final summary.")
    boolean quiet;

    @Option(
            names = "--verbose",
            description = "Prints all statistics of each trial, not only a summary that fits a screen.")
    boolean verbose;

    @Option(
            names = "--json",
            description = {
                "Prints only events for programs, one JSON object per line (docs/EVENTS.md);",
                "warnings also go to standard error."
            })
    boolean json;

    /**
     * Returns the progress in the chosen form.
     *
     * @throws CommandFailure when the options contradict each other
     */
    private Progress progress(CommandLine line) {
        if (json && (quiet || verbose)) {
            throw CommandFailure.badInput("--json prints only events, so %s has no effect; leave one of them out"
                    .formatted(quiet ? "--quiet" : "--verbose"));
        }
        if (json) {
            return TerminalProgress.events(new EventLines(line.getOut(), Clock.systemUTC()), line.getErr());
        }
        return quiet
                ? TerminalProgress.quiet(line.getOut())
                : new TerminalProgress(line.getOut(), Terminal.isTerminal());
    }

    /** Returns the followers of a run: the terminal, its report, and {@code followers}. */
    RunAudience audience(CommandLine line, List<Supplier<? extends RunFollower>> followers) {
        PrintWriter summary = summary(line);
        return new RunAudience(
                progress(line),
                directory -> new Reporting(directory, summary, verbose, Optional.empty()).publish(),
                followers);
    }

    /** Returns where the final summary for people is printed; programs find its values in the run directory. */
    private PrintWriter summary(CommandLine line) {
        return json ? new PrintWriter(Writer.nullWriter()) : line.getOut();
    }

    PrintWriter announcements(CommandLine line) {
        return json ? line.getErr() : line.getOut();
    }
}
