package dev.assay.cli.command;

import dev.assay.cli.cluster.ClusterOptions;
import dev.assay.cli.cluster.ClusterStatus;
import dev.assay.cluster.AssayCache;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the clusters that stand. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Shows the clusters that are up: how to connect, their servers, and whether all are alive.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every cluster that is up is whole; with SYSTEM: it is up and whole",
            " 2:there is no such system",
            " 4:a server or the daemon of a cluster has ended; with SYSTEM: or it is not up"
        })
public final class ClusterStatusCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "SYSTEM", description = "Only this one.")
    private Optional<String> system = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        system.ifPresent(ClusterOptions::requireKnown);
        ClusterStatus status = ClusterStatus.of(system, AssayCache.standard());
        spec.commandLine().getOut().print(status.text());
        spec.commandLine().getOut().flush();
        return status.code().code();
    }
}
