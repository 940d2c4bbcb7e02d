package dev.assay.cli.command;

import dev.assay.cli.cluster.ClusterDown;
import dev.assay.cli.cluster.ClusterOptions;
import dev.assay.cluster.AssayCache;
import dev.assay.run.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends a cluster that stands. */
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = {
            "Stops the servers that 'assay cluster up SYSTEM' started, and deletes their data and logs, nothing else.",
            "Says so if nothing is up."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:nothing of the cluster is left, or none was up",
            " 2:there is no such system",
            " 3:something could not be stopped or deleted; the message says what"
        })
public final class ClusterDownCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SYSTEM",
            description = "The system to take down, as named when it was started.")
    private String system = "";

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "60 s",
            description = "How long to wait for a clean stop before killing it (default: 60 s).")
    private String timeout = "60 s";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ClusterOptions.requireKnown(system);
        String text = ClusterDown.run(system, AssayCache.standard(), ClusterUpCommand.patience(timeout));
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitCode.OK.code();
    }
}
