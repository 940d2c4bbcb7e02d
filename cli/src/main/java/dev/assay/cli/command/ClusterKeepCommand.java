package dev.assay.cli.command;

import dev.assay.cli.cluster.Keeper;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.provision.AssayCache;
import dev.assay.provision.standing.StandingPlace;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code up} leaves behind; not for people. */
@Command(name = "keep", hidden = true, description = "Holds the servers of a cluster until SIGTERM.")
public final class ClusterKeepCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "Which cluster.")
    private String system = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException, InterruptedException {
        AssayCache cache = AssayCache.standard();
        new Keeper(
                        cache,
                        StandingPlace.of(system, cache),
                        new Progress(spec.commandLine().getOut(), false))
                .keep();
        return ExitCode.OK.code();
    }
}
