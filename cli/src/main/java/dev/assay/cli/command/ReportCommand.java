package dev.assay.cli.command;

import dev.assay.cli.run.Reporting;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the report of a run again, from its directory alone. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Rebuilds the report of a run from its directory.",
            "It needs no cluster and no network.",
            "It also works on an interrupted run: the finished trials are reported."
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "The run directory, such as runs/20261121T101500Z-quickstart.")
    private Path directory = Path.of(".");

    @Option(names = "--strict", description = "Exit with 6 when a trial is DEGRADED.")
    private boolean strict;

    @Option(names = "--verbose", description = "Prints all statistics of each trial, not only the summary of several.")
    private boolean verbose;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Reporting reporting = new Reporting(open(), spec.commandLine().getOut(), verbose);
        return reporting.publish().exitCode(strict).code();
    }

    private RunDirectory open() {
        try {
            return RunDirectory.open(directory);
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
