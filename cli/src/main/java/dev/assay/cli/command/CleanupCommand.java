package dev.assay.cli.command;

import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.result.CreationEntry.Topic;
import dev.assay.model.result.RunChoices;
import dev.assay.run.Cleanup;
import dev.assay.run.Progress;
import dev.assay.run.Resumption;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.WorkerRefusals;
import dev.assay.run.WorkerTokenFile;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.plan.Plan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Removes what a killed run has left on clusters of others. */
@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        description = {
            "Removes what a killed run left on an existing cluster.",
            "It removes only what the run recorded as created, by name. Anything that was there before is never touched."
        })
public final class CleanupCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The run directory.")
    private Path directory = Path.of(".");

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "The scenario file; needed only if it contains secrets, which runs never store.")
    private @Nullable Path file;

    @Mixin
    private ScenarioChanges changes = new ScenarioChanges();

    @Option(names = "--dry-run", description = "Only lists what would be removed and what of it still exists.")
    private boolean dry;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token that the run's workers expect, if it has changed since the run.")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--insecure",
            description = "Connects to the run's workers on other machines even if they are not authenticated by TLS.")
    private boolean insecure;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        PrintWriter out = spec.commandLine().getOut();
        try (Resumption run = Resumption.forCleanup(directory)) {
            Map<String, List<Topic>> left = run.directory().creations().left();
            if (left.isEmpty()) {
                out.println("nothing is left of the run in " + directory
                        + ": it deleted everything it had created on existing clusters, or created nothing there");
                out.flush();
                return ExitCode.OK.code();
            }
            out.println(dry ? "would be removed:" : "to be removed:");
            Cleanup.listed(left).forEach(line -> out.println("  " + line));
            out.flush();
            return cleanup(run, new TerminalProgress(out, Terminal.isTerminal()))
                    .run(left, !dry)
                    .code();
        }
    }

    private Cleanup cleanup(Resumption run, Progress progress) throws ScenarioException {
        RunChoices then = run.choices();
        String text = run.scenarioText(file == null ? null : ScenarioChanges.text(file));
        changes.overrides = run.overrides(changes.overrides);
        changes.systems = then.systems();
        Plan plan = changes.read(
                        then.scenarioFile(),
                        text,
                        ClusterChoice.of(then.clusters()).clusters())
                .plan();
        return new Cleanup(run.directory(), plan, WorkerRefusals.vouchedFor(workers(then)), progress);
    }

    private WorkerChoice workers(RunChoices then) {
        return new WorkerChoice(
                1,
                then.remoteWorkers(),
                WorkerTokenFile.chosen(tokenFile.or(() -> then.tokenFile().map(Path::of)), then.remoteWorkers()),
                new PeerTrust(then.workerCa().map(Path::of).orElse(null), insecure));
    }
}
