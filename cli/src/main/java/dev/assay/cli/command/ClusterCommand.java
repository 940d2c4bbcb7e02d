package dev.assay.cli.command;

import dev.assay.cli.cluster.ClusterDaemon;
import dev.assay.cli.cluster.ClusterDown;
import dev.assay.cli.cluster.ClusterOptions;
import dev.assay.cli.cluster.ClusterStatus;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.model.exit.ExitCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Runs a local cluster on its own.",
            "Use it to try a system out, or measure it with 'assay run SCENARIO --on SYSTEM'.",
            "There can be one cluster per system; runs that start their own clusters do not touch it."
        },
        subcommands = {
            ClusterUpCommand.class,
            ClusterCommand.ClusterStatusCommand.class,
            ClusterCommand.ClusterDownCommand.class,
            ClusterCommand.ClusterDaemonCommand.class
        })
public final class ClusterCommand {

    /** Runs the process that {@code up} leaves behind; hidden from people. */
    @Command(name = "daemon", hidden = true, description = "Runs the servers of a cluster until SIGTERM.")
    static final class ClusterDaemonCommand extends TerminalCommand {
        @Parameters(index = "0", paramLabel = "SYSTEM", description = "Which cluster.")
        private String system = "";

        @Override
        protected ExitCode run() throws InterruptedException {
            AssayCache cache = AssayCache.standard();
            new ClusterDaemon(cache, ClusterRegistration.of(system, cache), new TerminalProgress(out(), false)).run();
            return ExitCode.OK;
        }
    }

    @Command(
            name = "down",
            mixinStandardHelpOptions = true,
            description = {
                "Stops a cluster and deletes its data and logs.",
                "Stops only what 'assay cluster up SYSTEM' started; nothing else is touched. Says so if none is up."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                " 0:nothing of the cluster is left, or none was up",
                " 2:there is no such system",
                " 3:something could not be stopped or deleted; the message says what"
            })
    static final class ClusterDownCommand extends TerminalCommand {
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

        @Override
        protected ExitCode run() {
            ClusterOptions.requireKnown(system);
            String text = ClusterDown.run(system, AssayCache.standard(), ClusterUpCommand.patience(timeout));
            out().print(text);
            return ExitCode.OK;
        }
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = {
                "Shows the clusters that are up.",
                "For each: how to connect, its servers, and whether all are alive."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                " 0:all servers of the clusters that are up are alive; with SYSTEM: its cluster is up and all servers are alive",
                " 2:there is no such system",
                " 4:a server or the daemon of a cluster has stopped; with SYSTEM: or it is not up"
            })
    static final class ClusterStatusCommand extends TerminalCommand {
        @Parameters(index = "0", arity = "0..1", paramLabel = "SYSTEM", description = "Only this one.")
        private @Nullable String system;

        @Override
        protected ExitCode run() {
            if (system != null) {
                ClusterOptions.requireKnown(system);
            }
            ClusterStatus status = ClusterStatus.of(system, AssayCache.standard());
            out().print(status.text());
            return status.code();
        }
    }
}
