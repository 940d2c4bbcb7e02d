package dev.assay.cli.command;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.run.RunRequest;
import dev.assay.cli.run.RunRequest.WorkerChoice;
import dev.assay.cli.run.RunStage;
import dev.assay.cli.run.TrialsStage;
import dev.assay.cli.run.WorkerRefusals;
import dev.assay.cli.terminal.Progress;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.verify.EarlierRunsStage;
import dev.assay.cli.verify.VerificationStage;
import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.core.scenario.text.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Measures what a scenario asks for, and writes the run directory with the report.")
public final class RunCommand implements Callable<Integer> {
    private static final String TOKEN_VARIABLE = "ASSAY_WORKER_TOKEN";

    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    @Mixin
    private ClusterChoice on = new ClusterChoice();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is made (default: runs).")
    private Path out = Path.of("runs");

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many workers to start on this machine (default: 1).")
    private int workers = 1;

    @Option(
            names = "--worker",
            paramLabel = "HOST:PORT",
            description = "Uses a worker that runs already ('assay worker') instead of starting one. Repeatable.")
    private List<String> remote = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "The token that those workers want to see; or the variable " + TOKEN_VARIABLE + ".")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--worker-ca",
            paramLabel = "FILE",
            description = "Certificates (PEM) that vouch for those workers: talks TLS with them.")
    private Optional<Path> workerCa = Optional.empty();

    @Option(names = "--strict", description = "Exit with 6 when a trial is DEGRADED.")
    private boolean strict;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        String text = scenario.text();
        ScenarioFile file = scenario.read(text, on.clusters());
        on.refuseVerifications(file);
        Plan plan = file.plan();
        RunRequest request = new RunRequest(
                plan.scenario(),
                plan.trials().stream().map(PlannedTrial::folder).toList(),
                text,
                scenario.overrides,
                CommandLineText.of(spec),
                out);
        PrintWriter terminal = spec.commandLine().getOut();
        return new RunPipeline(request, parts(file, plan), new Progress(terminal, Screen.isTerminal()), terminal)
                .run()
                .exitCode(strict)
                .code();
    }

    private List<RunStage> parts(ScenarioFile file, Plan plan) {
        EarlierRunsStage earlier = new EarlierRunsStage(plan);
        TrialsStage trials = new TrialsStage(plan, WorkerRefusals.checked(workerChoice(), plan));
        return file.verify()
                ? List.of(earlier, new VerificationStage(VerifyCommand.plan(file, 1)), trials)
                : List.of(earlier, trials);
    }

    private WorkerChoice workerChoice() {
        try {
            return new WorkerChoice(workers, remote, token(), workerCa);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<String> token() {
        if (tokenFile.isEmpty()) {
            return Optional.ofNullable(System.getenv(TOKEN_VARIABLE));
        }
        try {
            return Optional.of(Files.readString(tokenFile.get()).strip());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "can't read the token file " + tokenFile.get() + ": " + e.getMessage(), e);
        }
    }
}
