package dev.assay.cli.command;

import picocli.CommandLine.Command;

/** A local cluster by itself. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Runs a local cluster on its own, to try out or to measure with 'assay run SCENARIO --on SYSTEM'.",
            "There can be one per system; runs that start their own clusters do not touch it."
        },
        subcommands = {
            ClusterUpCommand.class,
            ClusterStatusCommand.class,
            ClusterDownCommand.class,
            ClusterDaemonCommand.class
        })
public final class ClusterCommand {}
