package dev.assay.cli.command;

import picocli.CommandLine.Command;

/** A local cluster by itself. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "A local cluster by itself, to look at or to measure with 'assay run SCENARIO --on SYSTEM'.",
            "There can be one of each system; runs that start clusters of their own do not meet it."
        },
        subcommands = {
            ClusterUpCommand.class,
            ClusterStatusCommand.class,
            ClusterDownCommand.class,
            ClusterDaemonCommand.class
        })
public final class ClusterCommand {}
