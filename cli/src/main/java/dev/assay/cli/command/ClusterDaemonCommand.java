package dev.assay.cli.command;

import dev.assay.cli.cluster.ClusterDaemon;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterSlot;
import dev.assay.run.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The process that {@code up} leaves running; not for people. */
@Command(name = "daemon", hidden = true, description = "Runs the servers of a cluster until SIGTERM.")
public final class ClusterDaemonCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "Which cluster.")
    private String system = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        AssayCache cache = AssayCache.standard();
        new ClusterDaemon(
                        cache,
                        ClusterSlot.of(system, cache),
                        new TerminalProgress(spec.commandLine().getOut(), false))
                .run();
        return ExitCode.OK.code();
    }
}
