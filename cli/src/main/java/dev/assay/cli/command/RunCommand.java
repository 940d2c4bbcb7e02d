package dev.assay.cli.command;

import dev.assay.cli.run.RunPipeline;
import dev.assay.cluster.AssayCache;
import dev.assay.model.result.RunChoices;
import dev.assay.model.unit.DurationText;
import dev.assay.run.PlannedDisks;
import dev.assay.run.RecordedOutput;
import dev.assay.run.Resumption;
import dev.assay.run.RunOutcome;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.RunStage;
import dev.assay.run.TrialsStage;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.verify.VerificationStage;
import dev.assay.run.verify.VerifiedByStage;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.AssayBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
    /** What a resumed run takes from its own record. */
    private static final List<String> DECIDED = List.of(
            "--systems",
            "--on",
            "--out",
            "--workers",
            "--tolerate",
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
            converter = NamedFiles.OfScenario.class,
            description =
                    "The scenario: a file (YAML), or a name ('assay list' lists them). With --resume, needed only if the run is not this user's.")
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
                "progress are run again, and their partial data is kept in DIR/interrupted. A run that this user's",
                "cache has no record of needs its scenario and options again."
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
            description = "How many workers to start (default: 1; with --workers-on, one on each machine).")
    private @Nullable Integer workers;

    @Mixin
    private RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Mixin
    private ToleranceChoice tolerance = new ToleranceChoice();

    @Mixin
    private PodChoice pods = new PodChoice();

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

    @Mixin
    private ConsentChoice consent = new ConsentChoice();

    @Option(
            names = "--ignore-alarms",
            description = {
                "Goes on when a cluster that Assay did not start raises an alarm or comes to lack copies of",
                "partitions; otherwise the trial ends then."
            })
    private boolean ignoreAlarms;

    @Option(
            names = "--verified-by",
            paramLabel = "DIR",
            description =
                    "The run that has verified by faults, on the same system, version and settings, the durability level that this one measures. A copy of what it verified is kept, and the report cites it.")
    private @Nullable Path verifiedBy;

    @Mixin
    private MetricsChoice metrics = new MetricsChoice();

    @Mixin
    private LiveChoice live = new LiveChoice();

    @Mixin
    private KeepChoice keep = new KeepChoice();

    @Mixin
    private OutputChoice output = new OutputChoice();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        if (remote.inPods().isPresent()) {
            return inPods(remote.inPods().get());
        }
        pods.refuseWithoutPods(spec, remote);
        return (resume == null ? start() : resume(resume)).exitCode(strict).code();
    }

    /** Checks the scenario here, and has a pod run it. */
    private int inPods(String place) throws ScenarioException {
        if (resume != null) {
            PodChoice.refuseToResume(remote);
        }
        live.refuseInPods();
        keep.refuse("a run in pods shows nothing of this machine; run it here");
        metrics.refuseFilesInPods();
        if (verifiedBy != null) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--verified-by: a run in pods measures servers that others run, and no verification is of those; leave it out");
        }
        Path path = scenarioFile();
        String text = ScenarioChanges.text(path);
        refuseStudy(text, path.toString());
        List<String> overrides = changes.all(); // Without those that the command derives, in the pod as well.
        ScenarioFile scenario = scenario(path, text);
        on.refuseVerifications(scenario);
        Plan plan = scenario.plan();
        WorkerChoice choice = tolerance.of(remote.ofPods(plan, workers));
        consent.check(plan);
        return pods.run(
                new PodChoice.Delegated(
                        place,
                        PodChoice.given(spec),
                        overrides,
                        PodChoice.typed(spec),
                        path,
                        text,
                        plan,
                        choice.count(),
                        changes.secrets.of(path).text(),
                        out),
                output.announcements(spec.commandLine()),
                spec);
    }

    private Path scenarioFile() {
        Path path = file;
        if (path == null) {
            throw new ParameterException(
                    spec.commandLine(), "Missing required parameter: 'SCENARIO' (or --resume DIR)");
        }
        return path;
    }

    private RunOutcome start() throws ScenarioException {
        Path path = scenarioFile();
        String text = ScenarioChanges.text(path);
        refuseStudy(text, path.toString());
        ScenarioFile scenario = scenario(path, text);
        on.refuseVerifications(scenario);
        Plan plan = scenario.plan();
        WorkerChoice choice = tolerance.of(remote.of(plan, workers));
        PlannedDisks.require(plan);
        RecordedOutput.of(plan, choice.count()).require(out);
        consent.check(plan);
        keep.check(plan);
        RunPipeline pipeline = pipeline(plan, text, choices(path, plan, choice), stages(scenario, plan, choice));
        return kept(pipeline, pipeline.run());
    }

    /** What a run shows that came to its end is kept where that was asked for. */
    private RunOutcome kept(RunPipeline pipeline, RunOutcome outcome) {
        if (outcome.trouble() == ExitCode.OK) {
            keep.keep(pipeline.directory().orElseThrow(), output.announcements(spec.commandLine()));
        }
        return outcome;
    }

    /** The scenario with everything that was asked to be changed of it. */
    ScenarioFile scenario(Path path, String text) throws ScenarioException {
        return changes.read(path.toString(), text, on.clusters());
    }

    private RunOutcome resume(Path directory) throws ScenarioException {
        refuseWhatTheRunHasDecided();
        try (Resumption run = Resumption.of(directory, AssayCache.standard())) {
            RunChoices then = run.choices();
            String text = run.scenarioText(file == null ? null : ScenarioChanges.text(file));
            refuseStudy(text, "--resume " + directory);
            changes.replace(run.overrides(changes.all()));
            changes.systems = then.systems();
            on = ClusterChoice.of(run.clusters());
            workers = then.localWorkers();
            remote = remote.ofRun(run);
            tolerance = ToleranceChoice.of(then.tolerate());
            ScenarioFile scenario = changes.read(run.scenarioFile(file), text, on.clusters());
            Plan plan = scenario.plan();
            List<RunStage> stages = stages(scenario, plan, tolerance.of(remote.of(plan, workers)));
            run.check(plan, stages.stream().allMatch(stage -> stage.finishedIn(run.directory())));
            remote.tellRecipients(run, output.announcements(spec.commandLine()));
            PlannedDisks.require(plan);
            consent.check(plan);
            keep.check(plan);
            RunPipeline pipeline = pipeline(plan, text, then, stages);
            return kept(pipeline, pipeline.resume(run));
        }
    }

    static void refuseStudy(String text, String arguments) {
        if (StudyFile.isStudy(text)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "this is a study, not a scenario; use 'assay study %s'".formatted(arguments));
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
                changes.all(),
                CommandLineText.of(spec),
                out,
                Optional.of(choices));
        CommandLine line = spec.commandLine();
        return new RunPipeline(request, stages, output.progress(line), output.summary(line))
                .verbose(output.verbose())
                .strict(strict)
                .scrapedAt(metrics.request())
                .shownAt(live.address());
    }

    private RunChoices choices(Path path, Plan plan, WorkerChoice choice) {
        return new RunChoices(
                AssayBuild.ofThisProcess().title(),
                path.toString(),
                plan.repeat().blocks(),
                changes.systems,
                on.names(),
                choice.local(),
                remote.recorded(),
                choice.tolerate(),
                remote.tokenFile(),
                remote.authority());
    }

    private @Nullable Duration time() {
        try {
            return budget == null ? null : DurationText.parse(budget);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--budget: " + e.getMessage(), e);
        }
    }

    private List<RunStage> stages(ScenarioFile scenario, Plan plan, WorkerChoice choice) {
        List<RunStage> stages = new ArrayList<>();
        if (verifiedBy != null) {
            stages.add(cited(verifiedBy, plan));
        }
        stages.addAll(stages(
                scenario, plan, new TrialsStage(plan, choice).within(time()).ignoringAlarms(ignoreAlarms)));
        return List.copyOf(stages);
    }

    private static RunStage cited(Path run, Plan plan) {
        try {
            return VerifiedByStage.of(RunDirectory.open(run), plan);
        } catch (StoreException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--verified-by: " + e.getMessage(), e);
        }
    }

    /** What the run of a scenario consists of. */
    public static List<RunStage> stages(ScenarioFile scenario, Plan plan, TrialsStage trials) {
        return scenario.verify()
                ? List.of(VerificationStage.here(VerifyCommand.plan(scenario, 1)), trials)
                : List.of(trials);
    }
}
