package dev.assay.cli.command;

import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.terminal.Terminal;
import dev.assay.model.result.RunChoices;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.run.DataConsent;
import dev.assay.run.PlannedDisks;
import dev.assay.run.ProcessRedactor;
import dev.assay.run.Resumption;
import dev.assay.run.RunOutcome;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.RunStage;
import dev.assay.run.TrialsStage;
import dev.assay.run.WorkerRefusals;
import dev.assay.run.WorkerTokenFile;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.verify.EarlierRunsStage;
import dev.assay.run.verify.VerificationStage;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the trials of a scenario and writes the report.")
public class RunCommand implements Callable<Integer> {
    static final String TOKEN_VARIABLE = "ASSAY_WORKER_TOKEN";

    /** What a resumed run takes from its own record. */
    private static final List<String> DECIDED = List.of(
            "--systems",
            "--on",
            "--out",
            "--workers",
            "--worker",
            "--from",
            "--to",
            "--precision",
            "--probe",
            "--decide",
            "--ceiling",
            "--objective",
            "--no-curve");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCENARIO",
            description =
                    "The scenario file (YAML). With --resume, needed only if it contains secrets, which runs never store.")
    private @Nullable Path file;

    @Mixin
    ScenarioChanges changes = new ScenarioChanges();

    @Mixin
    private ClusterChoice on = new ClusterChoice();

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = {
                "Continues the interrupted run in DIR with its original options: finished trials are kept, those in",
                "progress are run again, and their partial data is kept in DIR/interrupted."
            })
    private @Nullable Path resume;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is created (default: runs).")
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
            description = "Uses a running worker ('assay worker') instead of starting one. Repeatable.")
    private List<String> remote = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = {
                "File with the token that those workers expect; or set the variable " + TOKEN_VARIABLE
                        + ". For workers",
                "on this machine, the default is the one that 'assay worker' created for this user."
            })
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--worker-ca",
            paramLabel = "FILE",
            description = "Certificates (PEM) to verify those workers with; connects to them with TLS.")
    private Optional<Path> workerCa = Optional.empty();

    @Option(
            names = "--insecure",
            description = {
                "Sends the token, and the passwords of the scenario, to workers on other machines without --worker-ca,",
                "that is, in the clear to whoever answers there. Also needed when resuming."
            })
    private boolean insecure;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = {
                "Starts no trial that could not finish within this time after the first load began, such as 40m;",
                "'--resume DIR' runs the rest."
            })
    private @Nullable String budget;

    @Option(names = "--strict", description = "Exit with 6 when a trial is DEGRADED.")
    private boolean strict;

    @Option(
            names = "--max-data",
            paramLabel = "SIZE",
            defaultValue = "10 GB",
            description = {
                "Asks before writing more than SIZE to clusters that Assay did not start, counting all copies and",
                "trials (default: 10 GB), and before asking much of them at once; without a terminal to ask on, such a",
                "run is refused (exit code 2)."
            })
    private String maxData = "10 GB";

    @Option(names = "--yes", description = "Does not ask, whatever is asked of clusters that Assay did not start.")
    private boolean yes;

    @Option(
            names = "--ignore-alarms",
            description = {
                "Goes on when a cluster that Assay did not start raises an alarm or comes to lack copies of",
                "partitions; otherwise the trial ends then."
            })
    private boolean ignoreAlarms;

    @Mixin
    private OutputChoice output = new OutputChoice();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        return (resume == null ? start() : resume(resume)).exitCode(strict).code();
    }

    private RunOutcome start() throws ScenarioException {
        Path path = file;
        if (path == null) {
            throw new ParameterException(
                    spec.commandLine(), "Missing required parameter: 'SCENARIO' (or --resume DIR)");
        }
        String text = ScenarioChanges.text(path);
        refuseStudy(text, path.toString());
        ScenarioFile scenario = scenario(path, text);
        on.refuseVerifications(scenario);
        Plan plan = scenario.plan();
        WorkerChoice choice = workerChoice(plan);
        PlannedDisks.require(plan);
        consent().check(plan, Terminal::confirm);
        return pipeline(plan, text, choices(path, plan), stages(scenario, plan, choice))
                .run();
    }

    /** The scenario with everything that was asked to be changed of it. */
    ScenarioFile scenario(Path path, String text) throws ScenarioException {
        return changes.read(path.toString(), text, on.clusters());
    }

    private RunOutcome resume(Path directory) throws ScenarioException {
        refuseWhatTheRunHasDecided();
        try (Resumption run = Resumption.of(directory)) {
            RunChoices then = run.choices();
            String text = run.scenarioText(file == null ? null : ScenarioChanges.text(file));
            refuseStudy(text, "--resume " + directory);
            changes.overrides = run.overrides(changes.overrides);
            changes.systems = then.systems();
            on = ClusterChoice.of(then.clusters());
            workers = then.localWorkers();
            remote = then.remoteWorkers();
            tokenFile = tokenFile.or(() -> then.tokenFile().map(Path::of));
            workerCa = workerCa.or(() -> then.workerCa().map(Path::of));
            ScenarioFile scenario = changes.read(then.scenarioFile(), text, on.clusters());
            Plan plan = scenario.plan();
            List<RunStage> stages = stages(scenario, plan, workerChoice(plan));
            run.check(plan, stages.stream().allMatch(stage -> stage.finishedIn(run.directory())));
            PlannedDisks.require(plan);
            consent().check(plan, Terminal::confirm);
            return pipeline(plan, text, then, stages).resume(run);
        }
    }

    private static void refuseStudy(String text, String arguments) {
        if (StudyFile.isStudy(text)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "this is a study, not a scenario; use 'assay study %s'".formatted(arguments));
        }
    }

    private DataConsent consent() {
        try {
            return new DataConsent(ByteSize.parse(maxData), yes);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--max-data: " + e.getMessage(), e);
        }
    }

    private void refuseWhatTheRunHasDecided() {
        for (String option : DECIDED) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "--resume does not accept " + option
                                + ": the run continues with its original options; leave it out");
            }
        }
    }

    private RunPipeline pipeline(Plan plan, String text, RunChoices choices, List<RunStage> stages) {
        RunRequest request = new RunRequest(
                plan.scenario(),
                plan.certain().stream().map(PlannedTrial::folder).toList(),
                text,
                changes.overrides,
                CommandLineText.of(spec),
                out,
                Optional.of(choices));
        CommandLine line = spec.commandLine();
        return new RunPipeline(request, stages, output.progress(line), output.summary(line))
                .verbose(output.verbose())
                .strict(strict);
    }

    private RunChoices choices(Path path, Plan plan) {
        return new RunChoices(
                AssayBuild.ofThisProcess().title(),
                path.toString(),
                plan.repeat().blocks(),
                changes.systems,
                on.names(),
                workers,
                remote,
                tokenFile.map(RunCommand::absolute),
                workerCa.map(RunCommand::absolute));
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private @Nullable Duration time() {
        try {
            return budget == null ? null : DurationText.parse(budget);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--budget: " + e.getMessage(), e);
        }
    }

    private List<RunStage> stages(ScenarioFile scenario, Plan plan, WorkerChoice choice) {
        EarlierRunsStage earlier = new EarlierRunsStage(plan);
        TrialsStage trials = new TrialsStage(plan, choice).within(time()).ignoringAlarms(ignoreAlarms);
        return scenario.verify()
                ? List.of(earlier, new VerificationStage(VerifyCommand.plan(scenario, 1)), trials)
                : List.of(earlier, trials);
    }

    private WorkerChoice workerChoice(Plan plan) {
        return WorkerRefusals.vouchedFor(WorkerRefusals.checked(workerChoice(), plan));
    }

    private WorkerChoice workerChoice() {
        try {
            PeerTrust trust = new PeerTrust(workerCa.orElse(null), insecure);
            Optional<WorkerToken> token = WorkerTokenFile.chosen(tokenFile, remote);
            token.ifPresent(known -> ProcessRedactor.token(known.text()));
            return new WorkerChoice(workers, remote, token, trust);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
